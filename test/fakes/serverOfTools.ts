// Creates a server of Code Mode that offers passed-through tools alone, as a window does beside its server of scripts.
import { CodeModeServer, type RequestParts } from '../../src/serve/codeModeServer.ts';
import type { PassthroughTools } from '../../src/serve/passthroughTools.ts';
import { noRuns } from './noRuns.ts';

/** The server of a connection, or of a request of MCP 2026-07-28. */
export function serverOfTools(
  passthrough: PassthroughTools,
  client: { readonly session: string } | { readonly requests: RequestParts } = { session: 'a' },
): CodeModeServer {
  return new CodeModeServer({
    isOfTools: true,
    offerTo: () => ({ passthrough }),
    results: { keep: () => 'r1' },
    runs: noRuns,
    version: '1',
    allowWrites: false,
    log: () => undefined,
    ...client,
  });
}
