// The entry of the thread that compiles tools. One at a time; each gets exactly one answer.
import { parentPort } from 'node:worker_threads';
import { isRecord, threadReady, type ThreadAnswer } from '../../threads/threadAnswer.ts';
import type { LearnedOutput } from '../learnedOutput.ts';
import type { ToolShape } from '../toolShape.ts';
import type { ToolText } from '../toolText.ts';
import { compileTool } from './compileTool.ts';

interface CompileRequest {
  readonly id: number;
  readonly shape: ToolShape;
  readonly learned?: LearnedOutput;
}

async function answer({ id, shape, learned }: CompileRequest): Promise<ThreadAnswer<ToolText>> {
  try {
    return { id, data: await compileTool(shape, learned) };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** The host sends nothing else, so that its parts need no second look. */
function isRequest(message: unknown): message is CompileRequest {
  return isRecord(message) && typeof message['id'] === 'number' && isRecord(message['shape']);
}

parentPort?.on('message', (message: unknown) => {
  if (isRequest(message)) void answer(message).then((data) => parentPort?.postMessage(data));
});
// Most of the first tool's time: spent before it comes.
await import('../types/schemaCompiler.ts');
parentPort?.postMessage(threadReady);
