// Lets the client that calls a passed-through tool answer what the tool's server asks its user meanwhile: the request goes on as the server
// wrote it, behind the server's name, and the client guards it as it does those of any server. Requests for its language model do not: it
// would allow them to us, and so to every server behind us.
import { ResultSchema, type ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../base/json.ts';
import type { CallRelay } from '../catalog/toolSource.ts';
import { visibleName } from '../base/text/visibleText.ts';
import { canFillForms, type ClientRequest } from './clientRequest.ts';

/** How long a question waits for its answer. */
const answerMs = 600_000;

/** For the call that `request` makes; `capabilities`: what its client announced. */
export function clientRelay({ sendRequest, sendNotification }: ClientRequest, capabilities: ClientCapabilities): CallRelay {
  return {
    answers: ({ mode }) => (mode === 'url' ? capabilities.elicitation?.url !== undefined : canFillForms(capabilities)),
    ask: async (server, { _meta, message, ...params }, signal) => {
      const words = typeof message === 'string' ? message : '';
      const named = { ...params, message: `The MCP server ${visibleName(server)} asks: ${words}` };
      // `_meta` belongs to the session that it came in. What the schema lets through is JSON, as it came.
      const request = { method: 'elicitation/create', params: named } as Parameters<typeof sendRequest>[0];
      const answer = await sendRequest(request, ResultSchema, { signal, timeout: answerMs });
      return answer as JsonObject;
    },
    visitEnded: (elicitationId) => {
      sendNotification({ method: 'notifications/elicitation/complete', params: { elicitationId } }).catch(() => undefined);
    },
  };
}
