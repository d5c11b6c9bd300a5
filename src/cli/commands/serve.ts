// `code-mode serve`: an MCP server on standard input and output, until its client leaves, or over HTTP on this machine.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { finished, Readable, Writable } from 'node:stream';
import { UsageMeter } from '../../engine/usage/usageMeter.ts';
import { startedByUs } from '../../mcp/transport/stdio/processTransport.ts';
import { ClientOffers } from '../../serve/clientOffers.ts';
import { CodeModeServer, type ClientUsage, type CodeModeServerOptions } from '../../serve/codeModeServer.ts';
import { Metrics } from '../../serve/metrics.ts';
import { callsIn, ToolSignatures } from '../../serve/toolSignatures.ts';
import { cachePaths } from '../../storage/cachePaths.ts';
import { UsageStore } from '../../storage/usageStore.ts';
import type { CommandContext } from '../commandContext.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { ServeOptions } from '../commandOptions.ts';
import { fixedToken, newToken, publishToken } from '../serveToken.ts';
import type { Io } from '../terminal.ts';
import type { TerminalOutput } from '../terminalOutput.ts';
import { countTokens } from '../tokens.ts';
import { version } from '../version.ts';
import { servesItself } from '../withoutOurselves.ts';

/** A script, with its arguments. The transport's time grows with the square of a message's length. */
const longestMessage = 16 * 1024 * 1024;

export async function serve(context: CommandContext, options: ServeOptions, signal: AbortSignal): Promise<ExitCode> {
  if (process.env[startedByUs] !== undefined) {
    throw new UsageError(`Code Mode started this server itself, and ${servesItself}.`);
  }
  const { io, terminal, engine, catalog, declarations, results } = context;
  for (const problem of context.problems) terminal.say(`code-mode: ${problem}`);
  for (const { name, launch } of await context.unapproved()) terminal.say(`code-mode: ${name} is left out: ${launch.error}`);
  const log = (line: string) => terminal.say(`code-mode: ${line}`);
  const { descriptionTokens: tokens, model } = options;
  using offers = new ClientOffers({
    engine,
    catalog,
    log,
    ...context.clientRules,
    ...(model !== undefined && { model }),
    newSignatures: (engine, catalog) =>
      new ToolSignatures({ engine, catalog, declarations, tokens, countTokens, log, callsOf: callsIn(context.usage) }),
  });
  const offerTo = (client: string | undefined) => offers.of(client);
  const store = new UsageStore({ folder: cachePaths(process.cwd()).usage, log });
  const usage = clientUsage(new UsageMeter(store));
  const shared = { offerTo, results, runs: context.runs.past, version, allowWrites: options.allowWrites, usage, log };
  if (options.port === undefined) {
    const server = new CodeModeServer({ ...shared, session: `stdio ${randomUUID()}` });
    context.clientElicitation.attach(server);
    await serveStdio(io, server, terminal, signal);
  } else await serveHttp(options.port, options.tokenFile, shared, terminal, signal);
  await store.dispose();
  return signal.aborted ? ExitCode.limitOrCancelled : ExitCode.done;
}

/** All clients of this process count together. Some search tools themselves, so that definitions are not known to be spared. */
function clientUsage(meter: UsageMeter): ClientUsage {
  const session = randomUUID();
  return { begin: () => meter.begin(session), doorOf: () => 'serve' };
}

/** Until the client closes standard input. */
async function serveStdio({ stdin, stdout }: Io, server: CodeModeServer, terminal: TerminalOutput, signal: AbortSignal): Promise<void> {
  if (stdin.isTTY) terminal.say('Serving MCP on standard input and output. Let an MCP client start this command; Ctrl+C ends it.');
  if (!(stdin instanceof Readable) || !(stdout instanceof Writable)) throw new TypeError('serve needs streams of Node.');
  const left = new AbortController();
  finished(stdin, { writable: false }, () => left.abort());
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: longestMessage });
  await server.serve(transport, AbortSignal.any([signal, left.signal]));
}

/** Until the command is interrupted. */
async function serveHttp(
  port: number,
  tokenFile: string | undefined,
  shared: Omit<CodeModeServerOptions, 'session' | 'metrics'>,
  terminal: TerminalOutput,
  signal: AbortSignal,
): Promise<void> {
  const { HttpDoor } = await import('../../serve/httpDoor.ts');
  const token = tokenFile === undefined ? newToken() : await fixedToken(tokenFile);
  const metrics = new Metrics();
  const newServer = (session: string) => new CodeModeServer({ ...shared, session, metrics });
  const door = await HttpDoor.listen({ at: { port }, token, servers: new Map([['/mcp', newServer]]), metrics, log: shared.log }).catch(
    (error: unknown) => {
      throw new UsageError(`the port ${port} cannot be used: ${String(error)}`);
    },
  );
  try {
    const file = tokenFile ?? (await publishToken(token, door.port ?? port));
    const which = tokenFile === undefined ? 'token of this start' : 'token';
    terminal.say(
      `Serving MCP at http://127.0.0.1:${door.port}/mcp. Clients send "Authorization: Bearer <token>"; the ${which} is in ${file}.`,
    );
    if (!signal.aborted) await once(signal, 'abort');
    // As long as the port is ours, nobody else's token is in there.
    if (tokenFile === undefined) await rm(file, { force: true }).catch(() => undefined);
  } finally {
    await door.close();
  }
}
