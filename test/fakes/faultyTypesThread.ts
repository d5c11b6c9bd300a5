// A type checker's thread in which scripts ask for faults by name, or by a comment. For every other script it finds no
// errors.
import { BroadcastChannel, parentPort } from 'node:worker_threads';
import type { TypeFinding } from '../../src/checker/types/typeCheck.ts';
import { warmUp, type Reply } from '../../src/base/threads/serveRequests.ts';

/** Name of the channel on which the thread announces that it hangs. */
export const hanging = 'code-mode-types-hang';

parentPort?.on('message', (message: { id: number; source: string } | typeof warmUp) => {
  if (message === warmUp) return;
  const { id, source } = message;
  switch (/\/\/ (\w+)$/.exec(source)?.[1] ?? source) {
    case 'hang':
      new BroadcastChannel(hanging).postMessage(undefined);
      // Blocks the thread without using the processor.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return;
    case 'exit':
      process.exit(3);
      return;
    case 'garbage':
      parentPort?.postMessage('garbage');
      return;
    default: {
      const answer: Reply<readonly TypeFinding[]> = { id, data: [] };
      parentPort?.postMessage(answer);
    }
  }
});
