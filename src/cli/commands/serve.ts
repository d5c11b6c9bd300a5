// `code-mode serve`: runs an MCP server on standard input and output until the client disconnects, or over HTTP.
import { serveStdio as serveOverStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { UsageMeter } from '../../engine/index.ts';
import { UsageStore, type RedisState } from '../../engine/stores/index.ts';
import { startedByUs } from '../../mcp/index.ts';
import {
  ClientOffers,
  CodeModeServer,
  Metrics,
  Rounds,
  SessionHandles,
  ToolListings,
  callsIn,
  ToolSignatures,
  type ClientUsage,
  type RequestParts,
  type SharedOptions,
  type ServedPath,
} from '../../serve/index.ts';
import { cachePaths } from '../../base/files/cachePaths.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import type { RunStore } from '../../journal/index.ts';
import type { CommandContext } from '../commandContext.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { ServeOptions } from '../commandOptions.ts';
import { fixedToken, newToken, publishToken } from '../serveToken.ts';
import { countTokens } from '../tokens.ts';
import { version } from '../version.ts';
import { servesItself } from '../withoutOurselves.ts';

/** Maximum length of a message, with a script in it. The transport's time grows with the square of the length. */
const longestMessage = 16 * 1024 * 1024;
const keyBytes = 32;
/** Time in milliseconds for which a run counts as reported to its client; records in shared state are kept as long. */
const toldMs = 7 * 24 * 60 * 60 * 1_000;

export async function serve(context: CommandContext, options: ServeOptions): Promise<ExitCode> {
  if (process.env[startedByUs] !== undefined) {
    throw new UsageError(`Code Mode started this server itself, and ${servesItself}.`);
  }
  const { terminal, shared: state } = context;
  const { results, runs } = context.workbench;
  for (const problem of context.problems) terminal.say(`code-mode: ${problem}`);
  for (const { name, launch } of await context.source.definitions())
    if (launch.type === 'invalid' && launch.waiting)
      terminal.say(`code-mode: ${name} is left out: ${launch.error}`);
  const log = (line: string) => terminal.say(`code-mode: ${line}`);
  using offers = newOffers(context, options, log);
  const store = new UsageStore({ folder: cachePaths(process.cwd()).usage, log });
  const meter = new UsageMeter(store);
  const meteredAs = randomUUID();
  // All clients of this process count together. Some clients search tools themselves, so it is not known if scripts
  // save them the definitions.
  const usage: ClientUsage = { begin: () => meter.begin(meteredAs), doorOf: () => 'serve' };
  const shared = {
    offerTo: (client: string | undefined) => offers.of(client),
    results,
    runs: runs.past,
    version,
    allowWrites: options.allowWrites,
    usage,
    log,
  };
  const key = state ? await state.secret() : randomBytes(keyBytes);
  await using rounds = new Rounds({ key, ...(state && { shared: state }) });
  const requests: RequestParts = {
    rounds,
    handles: new SessionHandles(key),
    listings: new ToolListings(),
    announces: options.port === undefined,
    whatBecameOf: async (run) => {
      await state?.once(toldOf(run), toldMs);
      return runs.past.whatBecameOf(run);
    },
    ...(state && { interruptedRuns: (session, resumed) => interruptedRuns(runs, state, session, resumed) }),
  };
  if (options.port === undefined) await serveStdio(context, shared, requests);
  else await serveHttp(context, { ...options, port: options.port }, shared, requests, offers);
  await store.dispose();
  return context.signal.aborted ? ExitCode.limitOrCancelled : ExitCode.done;
}

function newOffers(
  { workbench: { engine, catalog, declarations, usage }, clientRules }: CommandContext,
  { descriptionTokens: tokens, model }: ServeOptions,
  log: (line: string) => void,
): ClientOffers {
  const ofTools = { declarations, tokens, countTokens, log, callsOf: callsIn(usage) };
  return new ClientOffers({
    engine,
    catalog,
    log,
    ...clientRules,
    ...(model !== undefined && { model }),
    newSignatures: (engine, catalog) => new ToolSignatures({ ...ofTools, engine, catalog }),
  });
}

/** Returns the key under which the processes mark a run as reported to its client. */
const toldOf = (run: string) => `told ${run}`;

/**
 * Returns receipts of a session's runs whose processes have ended, except for the run that is resumed. The process that
 * is asked first reports each run, and only once.
 */
async function interruptedRuns(
  runs: RunStore,
  state: RedisState,
  session: string,
  resumed: unknown,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { id, state: runState } of await runs.openRuns(session)) {
    if (runState !== 'interrupted' || id === resumed || !(await state.once(toldOf(id), toldMs))) continue;
    const text = await runs.past.whatBecameOf(id);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/**
 * Serves until the client closes standard input. The first message shows whether the client uses a connection or single
 * requests (MCP 2026-07-28).
 */
async function serveStdio(
  context: CommandContext,
  shared: SharedOptions,
  requests: RequestParts,
): Promise<void> {
  const { terminal, clientElicitation, signal } = context;
  const { stdin, stdout } = context.io;
  if (stdin.isTTY)
    terminal.say(
      'Serving MCP on standard input and output. Let an MCP client start this command; Ctrl+C ends it.',
    );
  if (!(stdin instanceof Readable) || !(stdout instanceof Writable))
    throw new TypeError('serve needs streams of Node.');
  const left = new AbortController();
  const transport = new EndingTransport(stdin, stdout, () => left.abort());
  const servers: CodeModeServer[] = [];
  const connection = serveOverStdio(
    ({ era }) => {
      const own = era === 'legacy' ? { session: `stdio ${randomUUID()}` } : { requests };
      const server = new CodeModeServer({ ...shared, ...own });
      clientElicitation.attach(server);
      servers.push(server);
      return server.server;
    },
    { transport, onerror: ({ message }) => shared.log(`MCP client: ${message}`) },
  );
  const ended = AbortSignal.any([signal, left.signal]);
  if (!ended.aborted) await once(ended, 'abort');
  await connection.close();
  await Promise.all(servers.map((server) => server.ended()));
}

class EndingTransport extends StdioServerTransport {
  readonly #onEnded: () => void;

  constructor(stdin: Readable, stdout: Writable, onEnded: () => void) {
    super(stdin, stdout, { maxBufferSize: longestMessage });
    this.#onEnded = onEnded;
    const read = this._ondata;
    let isFirst = true;
    // Codex on Windows writes a byte order mark first (kotlin-sdk#956), with which the SDK drops the first message.
    this._ondata = (chunk) => {
      read(isFirst && chunk.indexOf('\uFEFF') === 0 ? chunk.subarray(3) : chunk);
      isFirst = false;
    };
  }

  /** Ends the transport. The SDK calls this also when the client closes its end, and for a message that is too long. */
  override async close(): Promise<void> {
    await super.close();
    this.#onEnded();
  }
}

/** Serves over HTTP until the command is interrupted. */
async function serveHttp(
  { signal, terminal }: CommandContext,
  { port, host, tokenFile }: Pick<ServeOptions, 'host' | 'tokenFile'> & { readonly port: number },
  shared: SharedOptions,
  requests: RequestParts,
  offers: ClientOffers,
): Promise<void> {
  const { HttpDoor } = await import('../../serve/httpDoor.ts');
  const token = tokenFile === undefined ? newToken() : await fixedToken(tokenFile);
  const metrics = new Metrics();
  const at = { port, ...(host !== undefined && { host }) };
  const served: ServedPath = {
    connect: (session) => new CodeModeServer({ ...shared, session, metrics }),
    forRequest: () => new CodeModeServer({ ...shared, requests, metrics }).server,
    onDidChange: (listener) => offers.onDidChange(listener),
  };
  const door = await HttpDoor.listen({
    at,
    token,
    paths: new Map([['/mcp', served]]),
    metrics,
    log: shared.log,
  }).catch((error: unknown) => {
    throw new UsageError(
      `the address cannot be used: ${errorMessage(error)}. Choose another with --port or --host.`,
    );
  });
  try {
    const file = tokenFile ?? (await publishToken(token, door.port ?? port));
    const which = tokenFile === undefined ? 'token of this start' : 'token';
    const name = host?.includes(':') === true ? `[${host}]` : (host ?? '127.0.0.1');
    terminal.say(
      `Serving MCP at http://${name}:${door.port}/mcp. Clients send "Authorization: Bearer <token>"; the ${which} is in ${file}.`,
    );
    if (!signal.aborted) await once(signal, 'abort');
    // While this process has the port, no other process writes its token to this file.
    if (tokenFile === undefined) await rm(file, { force: true }).catch(() => undefined);
  } finally {
    await door.close();
  }
}
