// Serves one MCP client from its first message to its last (MCP 2024-11-05 to 2025-11-25).
import type { McpServer, Transport } from '@modelcontextprotocol/server';

/** An MCP server for one client. */
export interface ClientSession {
  /**
   * Serves the client at `transport` until it disconnects or `signal` aborts; the client's open requests are then
   * cancelled.
   */
  serve(transport: Transport, signal: AbortSignal): Promise<void>;
}

/** Serves as `ClientSession.serve` does. `log` gets one line for each error that does not end the session. */
export async function serveUntilClosed(
  server: Pick<McpServer['server'], 'close' | 'connect' | 'onclose' | 'onerror'>,
  transport: Transport,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const closed = Promise.withResolvers<undefined>();
  server.onclose = () => closed.resolve(undefined);
  server.onerror = ({ message }) => log(`MCP client: ${message}`);
  const close = () => void server.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    if (signal.aborted) close();
    await closed.promise;
  } finally {
    signal.removeEventListener('abort', close);
  }
}
