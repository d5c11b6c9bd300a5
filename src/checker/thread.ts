// The entry of the checker's worker thread: parsing a large script takes longer than the extension host, which all extensions share, can
// spare.
import { isRecord, serveRequests } from '../threads/serveRequests.ts';
import { prepareScript } from './prepareScript.ts';

function isPrepareRequest(message: unknown): message is { readonly code: string } {
  return isRecord(message) && typeof message['code'] === 'string';
}

serveRequests(isPrepareRequest, ({ code }) => prepareScript(code));
