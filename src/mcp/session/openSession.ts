// Starts a server and brings it to the end of `initialize`. Loads the MCP SDK, so it is itself loaded at first need.
import { isAbsolute } from 'node:path';
import { openAdmitted, type Opening } from '../auth/openAdmitted.ts';
import { LegacySseLink } from '../transport/http/legacySseTransport.ts';
import { HttpLink } from '../transport/http/httpTransport.ts';
import { McpSession } from './mcpSession.ts';
import type { HttpLaunch, StdioLaunch } from '../definitions/serverDefinition.ts';
import type { OpenOutcome, SessionOptions } from './session.ts';
import { steadyLog } from '../protocol/serverLog.ts';
import { createStdioLink } from '../transport/stdio/stdioTransport.ts';

/** Never rejects. Aborting `signal` ends the start; nothing is left running after a failure. */
export async function openSession(launch: StdioLaunch | HttpLaunch, given: SessionOptions, signal: AbortSignal): Promise<OpenOutcome> {
  const options = { ...given, log: steadyLog(given.log) };
  if (launch.type === 'http') return openAdmitted(() => openHttp(launch, options, signal), options);
  const outcome = await createStdioLink(launch, options);
  return outcome.ok ? new McpSession(outcome.link, options, launch.args.filter(isAbsolute)).open(signal) : outcome;
}

/** What neither transport can open is explained by the newer one, unless there is an event stream to tell about. */
async function openHttp(launch: HttpLaunch, options: SessionOptions, signal: AbortSignal): Promise<Opening> {
  const link = new HttpLink(launch, options);
  const outcome = await new McpSession(link, options).open(signal);
  if (outcome.ok || !link.mayBeLegacy) return outcome;
  const legacy = new LegacySseLink(launch, options);
  const legacyOutcome = await new McpSession(legacy, options).open(signal);
  return legacyOutcome.ok || legacy.transport.isConnected ? legacyOutcome : outcome;
}
