// Entry point of the thread that compiles tools.
import { parentPort } from 'node:worker_threads';
import { serveRequests, threadReady } from '../../base/threads/serveRequests.ts';
import type { LearnedOutput, ToolShape } from '../toolShape.ts';
import { compileTool } from './compileTool.ts';

interface CompileRequest {
  readonly shape: ToolShape;
  readonly learned?: LearnedOutput;
}

serveRequests(({ shape, learned }: CompileRequest) => compileTool(shape, learned));
// Loading the compiler takes most of the first tool's time, so the thread loads it before the first tool arrives.
await import('../types/schemaCompiler.ts');
parentPort?.postMessage(threadReady);
