// Starts a server and completes `initialize`. This module loads the MCP SDK, so it is loaded only at the first use.
import { isAbsolute } from 'node:path';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';
import { AuthRetry } from '../auth/index.ts';
import { LegacySseTransport } from '../transport/http/legacySseTransport.ts';
import { HttpTransport } from '../transport/http/httpTransport.ts';
import { McpSession, type OpenAttempt, type OpenOutcome } from './mcpSession.ts';
import { isModern } from './protocolVersions.ts';
import type { HttpLaunch, StdioLaunch } from '../definitions/index.ts';
import type { SessionOptions, VersionHistory } from './session.ts';
import { limitLogRate } from '../protocol/serverLog.ts';
import { createStdioTransport } from '../transport/stdio/stdioTransport.ts';

/** Never rejects. Aborting `signal` ends the start. Nothing is left running after a failure. */
export async function openSession(
  launch: StdioLaunch | HttpLaunch,
  given: SessionOptions,
  signal: AbortSignal,
): Promise<OpenOutcome> {
  const options = { ...given, log: limitLogRate(given.log) };
  const { versions } = given;
  if (launch.type === 'http') {
    return connectWithAuth(
      () => inTheirVersion(versions, (version) => openHttp(launch, options, version, signal)),
      options,
    );
  }
  return inTheirVersion(versions, async (version) => {
    const outcome = await (given.connectStdio ?? createStdioTransport)(launch, options);
    if (!outcome.ok) return outcome;
    return new McpSession(outcome.transport, options, version, launch.args.filter(isAbsolute)).open(signal);
  });
}

/** Maximum number of versions that are tried in one start. */
const mostTries = 3;

/** Opens a session in a version that the server speaks. Each attempt uses a new process or connection. */
async function inTheirVersion(
  versions: VersionHistory,
  open: (version: string | undefined) => Promise<OpenAttempt>,
): Promise<Exclude<OpenAttempt, { readonly nextVersion: string }>> {
  for (let tries = 1; ; tries++) {
    const opening = await open(versions.pinned ?? versions.known);
    if (opening.ok) versions.known = opening.session.versionToOffer;
    if (!('nextVersion' in opening)) return opening;
    if (versions.pinned !== undefined || tries === mostTries) return { ok: false, error: opening.error };
    versions.known = opening.nextVersion;
  }
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

/** If the server demands authorization, waits for the user's sign-in and starts again. */
async function connectWithAuth(
  open: () => Promise<Exclude<OpenAttempt, { readonly nextVersion: string }>>,
  { authorization, interaction }: SessionOptions,
): Promise<OpenOutcome> {
  const { interactive, signal } = interaction;
  const retry = new AuthRetry(
    interactive ? { signal, pauseClockWhile: (ask) => interaction.ask('needs_sign_in', ask) } : undefined,
  );
  for (;;) {
    const opening = await open();
    if (!('refusal' in opening) || !authorization) return opening;
    const refused = await retry.refused(opening.refusal, authorization);
    if (refused) return refused;
  }
}
