// The entry of the thread that compiles tools.
import { parentPort } from 'node:worker_threads';
import { serveRequests, threadReady } from '../../base/threads/serveRequests.ts';
import type { LearnedOutput } from '../learnedOutput.ts';
import type { ToolShape } from '../toolShape.ts';
import { compileTool } from './compileTool.ts';

interface CompileRequest {
  readonly shape: ToolShape;
  readonly learned?: LearnedOutput;
}

serveRequests(({ shape, learned }: CompileRequest) => compileTool(shape, learned));
// Most of the first tool's time: spent before it comes.
await import('../types/schemaCompiler.ts');
parentPort?.postMessage(threadReady);
