// Starts a server and brings it to the end of `initialize`. Loads the MCP SDK, so it is itself loaded at first need.
import { isAbsolute } from 'node:path';
import { Admission } from '../auth/authRetry.ts';
import { LegacySseLink } from '../transport/http/legacySseTransport.ts';
import { HttpLink } from '../transport/http/httpTransport.ts';
import { McpSession } from './mcpSession.ts';
import type { HttpLaunch, StdioLaunch } from '../definitions/serverDefinition.ts';
import type { OpenAttempt, OpenOutcome, SessionOptions } from './session.ts';
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
async function openHttp(launch: HttpLaunch, options: SessionOptions, signal: AbortSignal): Promise<OpenAttempt> {
  const link = new HttpLink(launch, options);
  const outcome = await new McpSession(link, options).open(signal);
  if (outcome.ok || !link.mayBeLegacy) return outcome;
  const legacy = new LegacySseLink(launch, options);
  const legacyOutcome = await new McpSession(legacy, options).open(signal);
  return legacyOutcome.ok || legacy.transport.isConnected ? legacyOutcome : outcome;
}

/** A start that its server refuses for want of authorization waits for the person, and is made again. */
async function openAdmitted(open: () => Promise<OpenAttempt>, { authorization, person }: SessionOptions): Promise<OpenOutcome> {
  const { interactive, signal } = person;
  const admission = new Admission(interactive ? { signal, pauseClockWhile: (ask) => person.ask('needs_sign_in', ask) } : undefined);
  for (;;) {
    const opening = await open();
    if (!('refusal' in opening) || !authorization) return opening;
    const refused = await admission.refused(opening.refusal, authorization);
    if (refused) return refused;
  }
}
