// A compiler's thread in which tools ask for faults by name. Every other tool is compiled.
import { parentPort } from 'node:worker_threads';
import { compileTool } from '../../src/declarations/compiler/compileTool.ts';
import type { ToolShape } from '../../src/declarations/toolShape.ts';
import { threadReady } from '../../src/base/threads/serveRequests.ts';

parentPort?.on('message', ({ id, shape }: { id: number; shape: ToolShape }) => {
  if (shape.method === 'fail') parentPort?.postMessage({ id, failure: 'Error: a mistake' });
  else if (shape.method === 'exit') process.exit(3);
  else if (shape.method === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  else void compileTool(shape).then((data) => parentPort?.postMessage({ id, data }));
});
parentPort?.postMessage(threadReady);
