// Starts a server and completes `initialize`. This module loads the MCP SDK, so it is loaded only at the first use.
import { isAbsolute } from 'node:path';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';
import { AuthRetry } from '../auth/index.ts';
import { LegacySseTransport } from '../transport/http/legacySseTransport.ts';
import { HttpTransport } from '../transport/http/httpTransport.ts';
import { McpSession, type OpenAttempt, type OpenOutcome } from './mcpSession.ts';
import { isModern } from './protocolVersions.ts';
import type { HttpLaunch, StdioLaunch } from '../definitions/index.ts';
import type { SessionOptions } from './session.ts';
import { limitLogRate } from '../protocol/serverLog.ts';
import { createStdioTransport } from '../transport/stdio/stdioTransport.ts';

/** Maximum number of versions that are tried in one start. */
const mostTries = 3;

/**
 * Opens a session in a version that the server speaks, if necessary after the user's sign-in. Each attempt uses a new
 * process or connection. Never rejects. Aborting `signal` ends the start. Nothing is left running after a failure.
 */
export async function openSession(
  launch: StdioLaunch | HttpLaunch,
  given: SessionOptions,
  signal: AbortSignal,
): Promise<OpenOutcome> {
  const options = { ...given, log: limitLogRate(given.log) };
  const { authorization, interaction, versions } = given;
  const pauseClockWhile = <T>(ask: () => Promise<T>) => interaction.ask('needs_sign_in', ask);
  const caller = { signal: interaction.signal, pauseClockWhile };
  const retry = new AuthRetry(interaction.interactive ? caller : undefined);
  for (let tries = 1; ; tries++) {
    const version = versions.pinned ?? versions.known;
    const opening = await (launch.type === 'http'
      ? openHttp(launch, options, version, signal)
      : openStdio(launch, options, version, signal));
    if (opening.ok) versions.known = opening.session.versionToOffer;
    if ('nextVersion' in opening) {
      if (versions.pinned !== undefined || tries === mostTries) return { ok: false, error: opening.error };
      versions.known = opening.nextVersion;
    } else if ('refusal' in opening && authorization) {
      const refused = await retry.refused(opening.refusal, authorization);
      if (refused) return refused;
      tries = 0;
    } else return opening;
  }
}

async function openStdio(
  launch: StdioLaunch,
  options: SessionOptions,
  version: string | undefined,
  signal: AbortSignal,
): Promise<OpenAttempt> {
  const outcome = await (options.connectStdio ?? createStdioTransport)(launch, options);
  if (!outcome.ok) return outcome;
  return new McpSession(outcome.transport, options, version, launch.args.filter(isAbsolute)).open(signal);
}

/**
 * Tries Streamable HTTP, then the older SSE transport. If both fail, the error is that of Streamable HTTP, unless the
 * SSE transport has opened its event stream.
 */
async function openHttp(
  launch: HttpLaunch,
  options: SessionOptions,
  version: string | undefined,
  signal: AbortSignal,
): Promise<OpenAttempt> {
  const transport = new HttpTransport(launch, options);
  const outcome = await new McpSession(transport, options, version).open(signal);
  if (outcome.ok || !transport.mayBeLegacy) return outcome;
  const legacy = new LegacySseTransport(launch, options);
  const older = version === undefined || isModern(version) ? LATEST_PROTOCOL_VERSION : version;
  const legacyOutcome = await new McpSession(legacy, options, older).open(signal);
  return legacyOutcome.ok || legacy.isConnected ? legacyOutcome : outcome;
}
