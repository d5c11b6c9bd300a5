// Lets the client that calls a passed-through tool answer what the tool's server asks its user meanwhile: the request goes on as the server
// wrote it, and the client guards it as it does those of any server.
import { ResultSchema, type ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../catalog/json.ts';
import type { CallRelay } from '../catalog/toolSource.ts';
import { canFillForms, type ClientRequest } from './clientRequest.ts';

/** How long a question waits for its answer. */
const answerMs = 600_000;

/** For the call that `request` makes; `capabilities`: what its client announced. */
export function clientRelay({ sendRequest, sendNotification }: ClientRequest, capabilities: ClientCapabilities): CallRelay {
  return {
    answers: (method, { mode }) => {
      if (method === 'sampling/createMessage') return capabilities.sampling !== undefined;
      return mode === 'url' ? capabilities.elicitation?.url !== undefined : canFillForms(capabilities);
    },
    ask: async (method, { _meta, ...params }, signal) => {
      // `_meta` belongs to the session that it came in. What the schema lets through is JSON, as it came.
      const answer = await sendRequest({ method, params } as Parameters<typeof sendRequest>[0], ResultSchema, {
        signal,
        timeout: answerMs,
      });
      return answer as JsonObject;
    },
    visitEnded: (elicitationId) => {
      sendNotification({ method: 'notifications/elicitation/complete', params: { elicitationId } }).catch(() => undefined);
    },
  };
}
