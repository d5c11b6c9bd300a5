// The terminal's composition root: the parts of the engine, built for one command and closed after it.
import { homedir } from 'node:os';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Catalog } from '../catalog/catalog.ts';
import type { CatalogSnapshot } from '../catalog/catalogSnapshot.ts';
import type { Declarations } from '../declarations/declarations.ts';
import { BuiltEngine } from '../engine/builtEngine.ts';
import type { Engine } from '../engine/engine.ts';
import type { SignInOutcome } from '../mcp/auth/signIn.ts';
import { chooseServers } from '../mcp/definitions/chooseServers.ts';
import { defaultProfileFile, otherToolsFiles, workspaceDefinitionFiles } from '../mcp/definitions/definitionPlaces.ts';
import type { DiscoveryRules } from '../mcp/discovery/discoveryRules.ts';
import { McpToolSource } from '../mcp/mcpToolSource.ts';
import { readDefinitions, type DefinitionFile } from '../mcp/definitions/readDefinitions.ts';
import { currentHost } from '../mcp/definitions/serverLaunch.ts';
import { KeptFolder } from '../runs/keptFolder.ts';
import { defaultLimits } from '../sandbox/host/sandboxPort.ts';
import { declarationsFile, listingsFolder, observedOutputsFile } from './cacheFolder.ts';
import { NodeFiles } from '../workspace/nodeFiles.ts';
import { WorkspaceToolSource } from '../workspace/workspaceToolSource.ts';
import { UsageError } from './exitCode.ts';
import type { EngineLine } from './commandLine.ts';
import { environmentFetch } from './environmentFetch.ts';
import { TerminalElicitation } from './person/terminalElicitation.ts';
import { TerminalInputs } from './person/terminalInputs.ts';
import { signInFolder } from './signInFolder.ts';
import { TerminalQuestions } from './person/terminalQuestions.ts';
import { TerminalSignIn } from './person/terminalSignIn.ts';
import { TokenFolder } from './tokenFolder.ts';
import { version } from './version.ts';

export class Session implements AsyncDisposable {
  readonly engine: Engine;
  readonly declarations: Declarations;
  readonly questions = new TerminalQuestions();
  readonly #source: McpToolSource;
  readonly #parts: readonly { dispose(): Promise<void> }[];

  /** Reads the configuration; starts nothing unless the line asks for it. Throws `UsageError` for files that are missing or cannot be read. */
  static async open(line: EngineLine, signal: AbortSignal): Promise<Session> {
    const session = new Session(line);
    await session.#refuseBrokenConfiguration();
    if (line.discovery.pattern === 'startup') await session.#source.discoverAll(signal);
    return session;
  }

  private constructor(line: EngineLine) {
    const debug = Boolean(process.env['CODE_MODE_DEBUG']);
    const log = debug ? (text: string) => void process.stderr.write(`${text}\n`) : () => undefined;
    const files = definitionFiles(line);
    const folder = process.cwd();
    const host = currentHost([{ name: basename(folder), path: folder }]);
    const listings = new KeptFolder({ folder: listingsFolder(), what: 'The tools of servers', log });
    const fetch = environmentFetch(process.env);
    this.#source = new McpToolSource({
      readDefinitions: async () => chooseServers(await readDefinitions(files, host), [line.servers], '--server'),
      inputs: new TerminalInputs(line.inputs, process.env, this.questions),
      authorization: {
        signIn: new TerminalSignIn(this.questions, line.command),
        tokens: new TokenFolder(signInFolder()),
        clientMetadataUrl: () => process.env['CODE_MODE_CLIENT_METADATA_URL'],
      },
      ...(this.questions.canAsk && { personInCall: { elicitation: new TerminalElicitation(this.questions) } }),
      discovery: () => discoveryOf(line),
      kept: listings,
      logLevel: () => (debug ? 'debug' : 'warn'),
      clientInfo: { name: 'code-mode', version },
      roots: () => [process.cwd()],
      ...(fetch && { fetch }),
      log: (server, text, level) => log(`[${server}] ${level === undefined ? '' : `${level}: `}${text}`),
    });
    const workspace = new WorkspaceToolSource({
      files: new NodeFiles([process.cwd()]),
      searchThreadFile: bundle('workspace/searchThread.js'),
      enabled: () => line.readPaths.length + line.writePaths.length > 0,
      allowed: () => ({ read: line.readPaths, write: line.writePaths }),
    });
    const catalog = new Catalog({ sources: [this.#source, workspace], exclusions: () => line.exclude, log });
    const isRun = line.command === 'run';
    const built = new BuiltEngine({
      catalog,
      bundle,
      observedFile: observedOutputsFile(folder),
      learn: () => line.learn,
      declarationsFile: declarationsFile(),
      sandbox: { ...(isRun && { engine: line.engine }), ...(isRun && line.sandboxOs !== undefined && { osWall: line.sandboxOs }) },
      limits: () => ({ ...defaultLimits, ...(isRun && line.limits) }),
      typeCheck: () => (isRun ? line.typeCheck : 'off'),
      log,
      warn: log,
    });
    this.engine = built.engine;
    this.declarations = built.declarations;
    this.#parts = [built, this.#source, listings, workspace];
  }

  /** What is wrong in the configuration files, one line each. */
  get problems(): readonly string[] {
    return this.#source.problems().map((problem) => problem.message);
  }

  /** All tools of all servers; those that fail say so in the snapshot. */
  snapshot(signal: AbortSignal): Promise<CatalogSnapshot> {
    return this.engine.snapshot({ servers: 'all', signal, mayAsk: true });
  }

  /** Lets the person sign in to a server by its name in the configuration. */
  signIn(server: string, signal: AbortSignal): Promise<SignInOutcome> {
    return this.#source.signIn(server, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#parts.map((part) => part.dispose()));
  }

  async #refuseBrokenConfiguration(): Promise<void> {
    await this.#source.servers();
    const problems = this.#source.problems();
    const broken = problems.filter((problem) => problem.server === undefined && problem.severity === 'error');
    if (broken.length > 0) throw new UsageError(broken.map((problem) => problem.message).join('\n'));
  }
}

/** A command that calls nothing ends before a server that is started meanwhile could answer. */
function discoveryOf({ command, discovery }: EngineLine): DiscoveryRules {
  return command === 'run' ? discovery : { ...discovery, pattern: 'onDemand' };
}

function definitionFiles({ configs, otherTools }: EngineLine): readonly DefinitionFile[] {
  const folder = process.cwd();
  const places = { env: process.env, home: homedir(), platform: process.platform };
  const own = configs.map((config): DefinitionFile => {
    const format = extname(config) === '.code-workspace' ? 'codeWorkspace' : 'auto';
    return { path: resolve(config), format, folder, required: true };
  });
  const found = own.length > 0 ? own : [...workspaceDefinitionFiles(folder), defaultProfileFile(places)];
  return otherTools ? [...found, ...otherToolsFiles(places)] : found;
}

/** A file of another bundle: dist/cli and dist/sandbox are neighbours. */
function bundle(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
