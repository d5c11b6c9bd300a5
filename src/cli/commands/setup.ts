// `code-mode setup`: shows the changes for each MCP client of this machine, and makes them if the user agrees.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../base/json.ts';
import { definitionText } from '../../catalog/index.ts';
import { applicationData, readDefinitions } from '../../mcp/definitions/index.ts';
import { McpToolSource } from '../../mcp/index.ts';
import { executeCodeTool, findToolsTool } from '../../serve/index.ts';
import {
  applySetup,
  undoSetup,
  planClient,
  clientsAt,
  thisProgram,
  readSetupRecord,
  recordOf,
  recordsOf,
  type SetupOutcome,
  type ClientPlan,
  type ClientPlanning,
  type ClientProgram,
} from '../../setup/index.ts';
import { CacheFolder } from '../../base/files/cacheFolder.ts';
import { cachePaths } from '../../base/files/cachePaths.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import { FileTokenStore, signInFolder } from '../fileTokenStore.ts';
import { TerminalInputs, TerminalQuestions, TerminalSignIn } from '../interaction/index.ts';
import type { Interruption } from '../interruption.ts';
import type { SetupOptions } from '../commandOptions.ts';
import { defaultDescriptionTokens } from '../usage/serveCommands.ts';
import { styleOf } from '../style.ts';
import { printJson, say, type Io } from '../terminal.ts';
import { TerminalOutput } from '../terminalOutput.ts';
import { countTokens } from '../tokens.ts';
import { version } from '../version.ts';
import { outcomeText, planText, sharedText, type DefinitionSavings } from './setupTexts.ts';
import { errorMessage } from '../../base/errorMessage.ts';

export async function setup(options: SetupOptions, io: Io, interruption: Interruption): Promise<ExitCode> {
  interruption.endsAtOnce();
  const places = { env: process.env, home: homedir(), platform: process.platform, folder: process.cwd() };
  const own = join(applicationData(places), 'code-mode');
  const recordFile = join(own, 'setup.json');
  const clients = clientsAt(places);
  if (options.action === 'undo') return undo(options, clients, recordFile, io);
  const program = thisProgram({
    execPath: process.execPath,
    script: fileURLToPath(new URL('./main.js', import.meta.url)),
    path: process.env['PATH'],
  });
  const chosen = clients.filter(({ id, within, files, sign }) =>
    options.clients.length > 0
      ? options.clients.includes(id)
      : within === undefined && files.some((file) => existsSync(file) || existsSync(sign ?? dirname(file))),
  );
  if (chosen.length === 0)
    say(io, 'code-mode: no MCP clients found; --client <name> sets one up all the same');
  if (/[\\/]_npx[\\/]/.test(program.args.join())) {
    say(
      io,
      'code-mode: This copy is in the cache of npx; entries fail once that is cleaned. npm install -g keeps it.',
    );
  }
  const shared = options.json ? undefined : sharedText(chosen);
  if (shared !== undefined) say(io, `code-mode: ${shared}`);
  const session = new SetupSession(options, io, interruption.signal, recordFile);
  const reports: object[] = [];
  for (const client of chosen)
    reports.push(await session.client(client, () => planClient(client, program, join(own, 'servers'))));
  if (options.json) printJson(io, { clients: reports });
  else if (session.isUnasked)
    say(io, 'code-mode: nothing was written: no terminal to ask on. Use --client <name> --yes.');
  return session.isDone ? ExitCode.done : ExitCode.nothingFound;
}

/** Sets up the clients one after another. */
class SetupSession {
  readonly #options: SetupOptions;
  readonly #io: Io;
  readonly #signal: AbortSignal;
  readonly #recordFile: string;
  readonly #questions: TerminalQuestions;
  readonly #terminal: TerminalOutput;
  isUnasked = false;
  isDone = false;

  constructor(options: SetupOptions, io: Io, signal: AbortSignal, recordFile: string) {
    this.#options = options;
    this.#io = io;
    this.#signal = signal;
    this.#recordFile = recordFile;
    this.#terminal = new TerminalOutput(io.stderr, styleOf(io.stderr));
    this.#questions = new TerminalQuestions(io, this.#terminal);
  }

  async client(client: ClientProgram, readPlan: () => Promise<ClientPlanning>): Promise<object> {
    const planning = await readPlan();
    if (!planning.ok) {
      if (!this.#options.json)
        say(this.#io, `${client.name}: ${planning.file} stays as it is: ${planning.why}.`);
      return { client: client.id, file: planning.file, error: planning.why };
    }
    const { plan } = planning;
    const savings = await this.#savings(plan);
    const report = {
      client: plan.client.id,
      file: plan.file.path,
      isThere: plan.present !== undefined,
      entry: plan.entry,
      ownFile: plan.ownFile,
      servers: Object.keys(plan.copied),
      staying: plan.staying,
      savings,
    };
    if (!this.#options.json) this.#io.stdout.write(`${planText(plan, savings)}\n`);
    const wanted = await this.#wanted(plan);
    if (!wanted) return report;
    // The file may have changed while the user was answering, and the answer applies only to the plan that was shown.
    const now = await readPlan();
    const outcome =
      now.ok && isDeepStrictEqual(shownOf(now.plan), shownOf(plan))
        ? await applySetup(now.plan, wanted.move, this.#recordFile).catch(failure)
        : changed;
    this.isDone ||= outcome.ok;
    if (!this.#options.json) say(this.#io, outcomeText(client, outcome, wanted.move));
    return { ...report, outcome };
  }

  /** Determines the changes that the user wants; undefined if nothing is to be written. */
  async #wanted(plan: ClientPlan): Promise<{ readonly move: boolean } | undefined> {
    const { action, move } = this.#options;
    const isThere = plan.present !== undefined;
    const hasOwn = Object.keys(plan.copied).length > 0;
    const canMove =
      hasOwn &&
      (!isThere ||
        recordOf(plan.client, plan.file.path, await readSetupRecord(this.#recordFile)) !== undefined);
    if (action === 'print' || (isThere && !canMove)) {
      this.isDone = true;
      return undefined;
    }
    if (action === 'write') return !isThere || move ? { move: move && canMove } : undefined;
    if (!this.#questions.canAsk) {
      this.isUnasked = true;
      return undefined;
    }
    const { name } = plan.client;
    if (!isThere && !(await this.#questions.agrees(`Add Code Mode to ${name}?`, this.#signal)))
      return undefined;
    const question = `Take these servers out of ${name}, so that their tools cost nothing there? --undo puts them back.`;
    const moves = canMove && (await this.#questions.agrees(question, this.#signal));
    return isThere && !moves ? undefined : { move: moves };
  }

  /** Counts the tokens of the tools of the client's servers. Only `--measure` asks servers with unknown tools. */
  async #savings(plan: ClientPlan): Promise<DefinitionSavings> {
    const ours = await countTokens([executeCodeTool('', false), findToolsTool()].map(textOf).join(''));
    const [asks, signal] = [this.#options.measure, this.#signal];
    const source = this.#source(plan);
    try {
      const listings = await Promise.all(
        (await source.servers()).map(async ({ name }) => ({
          name,
          listing: await (asks ? source.listTools(name, { signal }) : source.knownTools(name)),
        })),
      );
      const unknown = listings.filter(({ listing }) => !listing?.ok).map(({ name }) => name);
      const tools = listings.flatMap(({ listing }) => (listing?.ok ? listing.tools : []));
      let tokens = 0;
      for (const { name, description = '', inputSchema } of tools)
        tokens += await countTokens(definitionText({ name, description, inputSchema }));
      return { tools: tools.length, tokens, unknown, ours: ours + defaultDescriptionTokens };
    } finally {
      await source.dispose();
    }
  }

  #source({ client, copied }: ClientPlan): McpToolSource {
    const dialect = client.dialect === 'vscode' ? 'vscode' : 'mcpServers';
    const log = () => undefined;
    return new McpToolSource({
      readDefinitions: () =>
        readDefinitions([{ origin: client.name, dialect, servers: copied, inputs: undefined }]),
      inputs: new TerminalInputs(new Map(), process.env, this.#questions),
      authorization: {
        signIn: new TerminalSignIn(this.#questions, this.#terminal, {
          command: 'tools',
          commandLineServers: [],
        }),
        tokens: new FileTokenStore(signInFolder()),
        clientMetadataUrl: () => undefined,
      },
      listings: new CacheFolder({
        folder: cachePaths(process.cwd()).toolLists,
        what: 'The tools of servers',
        log,
      }),
      clientInfo: { name: 'code-mode', version },
      log,
    });
  }
}

const changed: SetupOutcome = { ok: false, why: 'its servers changed meanwhile; run setup again' };

function shownOf({ file, entry, present, copied, staying }: ClientPlan) {
  return { path: file.path, entry, present, copied, staying };
}

function textOf({ name, description = '', inputSchema }: ReturnType<typeof findToolsTool>): string {
  // The input schema comes from the manifest as JSON.
  return definitionText({ name, description, inputSchema: inputSchema as JsonObject });
}

async function undo(
  options: SetupOptions,
  clients: readonly ClientProgram[],
  recordFile: string,
  io: Io,
): Promise<ExitCode> {
  const records = await readSetupRecord(recordFile).catch((error: unknown) => {
    throw new UsageError(errorMessage(error));
  });
  const outcomes: (SetupOutcome & { readonly client: string })[] = [];
  const report = (client: ClientProgram, outcome: SetupOutcome) => {
    outcomes.push({ client: client.id, ...outcome });
    if (!options.json) say(io, outcomeText(client, outcome, false, true));
  };
  for (const client of clients.filter(
    ({ id }) => options.clients.length === 0 || options.clients.includes(id),
  )) {
    const written = await recordsOf(client, records);
    if (written.length === 0 && options.clients.length > 0)
      report(client, { ok: false, why: 'nothing was written for it' });
    for (const record of written) report(client, await undoSetup(client, record, recordFile).catch(failure));
  }
  if (options.json) printJson(io, { clients: outcomes });
  else if (outcomes.length === 0) say(io, 'code-mode: there is nothing to take back');
  return outcomes.length > 0 && outcomes.every(({ ok }) => ok) ? ExitCode.done : ExitCode.nothingFound;
}

/** Converts an error of the file system into an outcome. */
function failure(error: unknown): SetupOutcome {
  return { ok: false, why: errorMessage(error) };
}
