// A checker's thread in which scripts ask for faults by name, or by a comment. Every other script is accepted as it is.
import { BroadcastChannel, parentPort } from 'node:worker_threads';
import type { PreparationData } from '../../src/checker/preparationData.ts';
import type { TypeFinding } from '../../src/checker/types/typeCheck.ts';
import { warmUp, type Reply } from '../../src/base/threads/serveRequests.ts';

/** Name of the channel on which the thread announces that it hangs. */
export const hanging = 'code-mode-checker-hangs';

/** A script to prepare (`code`), or to check the types of (`source`). */
type Request = { readonly id: number } & ({ readonly code: string } | { readonly source: string });

function accept(request: Request): Reply<PreparationData | readonly TypeFinding[]> {
  const { id } = request;
  if ('source' in request) return { id, data: [] };
  const map = { generated: [], original: [] };
  const locations = { returns: [], throws: [], waits: [], timers: [] };
  return {
    id,
    data: {
      ok: true,
      script: {
        source: request.code,
        body: request.code,
        references: [],
        dynamic: false,
        searches: false,
        resultHandles: [],
        readsAnyResult: false,
        locations,
        map,
      },
    },
  };
}

parentPort?.on('message', (request: Request | typeof warmUp) => {
  if (request === warmUp) return;
  const script = 'source' in request ? request.source : request.code;
  switch (/\/\/ (\w+)$/.exec(script)?.[1] ?? script) {
    case 'hang':
      new BroadcastChannel(hanging).postMessage(undefined);
      // Blocks the thread without using the processor.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return;
    case 'exit':
      process.exit(3);
      return;
    case 'throw':
      throw new Error('the thread threw');
    case 'garbage':
      parentPort?.postMessage('garbage');
      return;
    case 'mistake':
      parentPort?.postMessage({ id: request.id, failure: 'Error: a bug\n    at somewhere' });
      return;
    case 'twice':
      parentPort?.postMessage(accept(request));
      parentPort?.postMessage(accept(request));
      return;
    default:
      parentPort?.postMessage(accept(request));
  }
});
