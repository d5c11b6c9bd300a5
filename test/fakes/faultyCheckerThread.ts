// A checker's thread in which scripts ask for faults by name. Every other script is accepted as it is.
import { parentPort } from 'node:worker_threads';
import type { PreparationData } from '../../src/checker/preparationData.ts';
import { warmUp, type Reply } from '../../src/base/threads/serveRequests.ts';

interface PrepareRequest {
  readonly id: number;
  readonly code: string;
}

function accept({ id, code }: PrepareRequest): Reply<PreparationData> {
  const map = { generated: [], original: [] };
  const locations = { returns: [], throws: [], waits: [], timers: [] };
  return {
    id,
    data: {
      ok: true,
      script: {
        source: code,
        body: code,
        references: [],
        dynamic: false,
        searches: false,
        resultHandles: [],
        locations,
        map,
      },
    },
  };
}

parentPort?.on('message', (request: PrepareRequest | typeof warmUp) => {
  if (request === warmUp) return;
  switch (request.code) {
    case 'hang':
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
