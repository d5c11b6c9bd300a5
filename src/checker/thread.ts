// The entry of the checker's worker thread: parsing a large script takes longer than the extension host, which all
// extensions share, can spare. One request at a time; each gets exactly one answer.
import { parentPort } from 'node:worker_threads';
import { prepareScript } from './prepareScript.ts';
import { isPrepareRequest, type PrepareAnswer, type PrepareRequest } from './threadMessages.ts';

function answer({ id, code }: PrepareRequest): PrepareAnswer {
  try {
    return { id, data: prepareScript(code) };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (message: unknown) => {
  if (isPrepareRequest(message)) parentPort?.postMessage(answer(message));
});
