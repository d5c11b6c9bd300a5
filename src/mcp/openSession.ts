// Starts a server and brings it to the end of `initialize`. Loads the MCP SDK, so it is itself loaded at first need.
import { HttpLink } from './httpLink.ts';
import { McpSession } from './mcpSession.ts';
import type { HttpLaunch, StdioLaunch } from './serverDefinition.ts';
import type { OpenOutcome, SessionOptions } from './session.ts';
import { createStdioLink } from './stdioLink.ts';

/** Never rejects. Aborting `signal` ends the start; nothing is left running after a failure. */
export async function openSession(launch: StdioLaunch | HttpLaunch, options: SessionOptions, signal: AbortSignal): Promise<OpenOutcome> {
  if (launch.type === 'http') return new McpSession(new HttpLink(launch, options), options).open(signal);
  const outcome = await createStdioLink(launch, options);
  return outcome.ok ? new McpSession(outcome.link, options).open(signal) : outcome;
}
