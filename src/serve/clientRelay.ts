// Forwards elicitation requests that a tool's server sends during a call to the client that calls the passed-through
// tool. The message names the server; all other parameters stay as the server wrote them, and the client validates them
// as it does for any server. Sampling requests are not forwarded: permission to sample would be given to this server,
// and so to every server behind it.
import type { CallRelay } from '../catalog/index.ts';
import { visibleName } from '../base/text/visibleText.ts';
import { canFillForms, type ClientCall } from './clientCall.ts';

export function clientRelay(call: ClientCall): CallRelay {
  const { capabilities } = call.client;
  return {
    answers: ({ mode }) =>
      mode === 'url' ? capabilities.elicitation?.url !== undefined : canFillForms(capabilities),
    ask: (server, { _meta, message, ...params }, signal) => {
      const words = typeof message === 'string' ? message : '';
      // `_meta` is valid only in the session that received it.
      return call.elicit(
        { ...params, message: `The MCP server ${visibleName(server)} asks: ${words}` },
        { signal },
      );
    },
    visitEnded: (elicitationId) => call.visitEnded(elicitationId),
  };
}
