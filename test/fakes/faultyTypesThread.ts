// A type checker's thread in which scripts ask for faults by name, or by a comment. In every other it finds nothing.
import { parentPort } from 'node:worker_threads';
import type { TypesAnswer, TypesRequest } from '../../src/checker/types/typesMessages.ts';

parentPort?.on('message', ({ id, source }: TypesRequest) => {
  switch (/\/\/ (\w+)$/.exec(source)?.[1] ?? source) {
    case 'hang':
      // Blocks the thread without using the processor.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return;
    case 'exit':
      process.exit(3);
      return;
    case 'garbage':
      parentPort?.postMessage({ id, data: [{ code: 'type_error', message: 'x' }] });
      return;
    default: {
      const answer: TypesAnswer = { id, data: [] };
      parentPort?.postMessage(answer);
    }
  }
});
