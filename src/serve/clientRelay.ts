// Lets the client that calls a passed-through tool answer what the tool's server asks its user meanwhile: the request goes on as the server
// wrote it, behind the server's name, and the client guards it as it does those of any server. Requests for its language model do not: it
// would allow them to us, and so to every server behind us.
import type { CallRelay } from '../catalog/toolSource.ts';
import { visibleName } from '../base/text/visibleText.ts';
import { canFillForms, type ClientCall } from './clientCall.ts';

export function clientRelay(call: ClientCall): CallRelay {
  const { capabilities } = call.client;
  return {
    answers: ({ mode }) => (mode === 'url' ? capabilities.elicitation?.url !== undefined : canFillForms(capabilities)),
    ask: (server, { _meta, message, ...params }, signal) => {
      const words = typeof message === 'string' ? message : '';
      // `_meta` belongs to the session that it came in.
      return call.elicit({ ...params, message: `The MCP server ${visibleName(server)} asks: ${words}` }, { signal });
    },
    visitEnded: (elicitationId) => call.visitEnded(elicitationId),
  };
}
