// The parts of the engine, built for one window. Everything heavy hangs below this file, which is loaded on first use.
import * as vscode from 'vscode';
import { Catalog } from '../catalog/catalog.ts';
import type { CatalogServer } from '../catalog/catalogSnapshot.ts';
import { ThreadedChecker } from '../checker/threadedChecker.ts';
import { codeVersion } from '../declarations/codeVersion.ts';
import { ThreadedTypeChecker } from '../checker/types/threadedTypeChecker.ts';
import { Declarations } from '../declarations/declarations.ts';
import { Engine } from '../engine/engine.ts';
import type { TokenStore } from '../mcp/auth/tokenStore.ts';
import { chooseServers } from '../mcp/definitions/chooseServers.ts';
import { McpToolSource } from '../mcp/mcpToolSource.ts';
import { OneAtATime } from '../mcp/oneAtATime.ts';
import { readDefinitions, type LastRead } from '../mcp/definitions/readDefinitions.ts';
import type { DefinitionProblem, ServerDefinition } from '../mcp/definitions/serverDefinition.ts';
import { DeclarationCache } from '../runs/declarationCache.ts';
import { KeptFolder } from '../runs/keptFolder.ts';
import { ObservedOutputs } from '../runs/observedOutputs.ts';
import { ResultStore } from '../runs/resultStore.ts';
import { SessionStore } from '../runs/sessionStore.ts';
import { ProcessSandbox } from '../sandbox/host/processSandbox.ts';
import { WorkspaceToolSource } from '../workspace/workspaceToolSource.ts';
import { definitionPlaces, launchHost } from './definitionPlaces.ts';
import { editorDiagnostics } from './editorDiagnostics.ts';
import { EditorInputs } from './editorInputs.ts';
import { EditorFiles } from './editorFiles.ts';
import { EditorSignIn } from './editorSignIn.ts';
import { EditorToolSource } from './editorTools/editorToolSource.ts';
import { languageModelTools } from './editorTools/languageModelTools.ts';
import { ServerLogs } from './serverLogs.ts';
import { EditorElicitation } from './person/editorElicitation.ts';
import { EditorSampling } from './person/editorSampling.ts';
import { SamplingConsents } from './person/samplingConsents.ts';
import {
  allowUnconfined,
  clientMetadataUrl,
  discoveryRules,
  editorTools,
  excludedTools,
  learnOutputTypes,
  limits,
  osWall,
  sandboxEngine,
  serverChoices,
  typeCheck,
  workspacePaths,
  workspaceToolsEnabled,
} from './settings.ts';
import { WindowVariables } from './windowVariables.ts';

/** What the extension's context tells a session. */
export type SessionContext = Pick<vscode.ExtensionContext, 'extension' | 'storageUri' | 'globalStorageUri' | 'secrets' | 'workspaceState'>;

export interface KnownServer {
  readonly server: CatalogServer;
  readonly isStartable: boolean;
}

export class Session {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly declarations: Declarations;
  readonly results = new ResultStore();
  readonly #source: McpToolSource;
  readonly #workspace: WorkspaceToolSource;
  readonly #editor = new EditorToolSource({ tools: languageModelTools, chosen: editorTools });
  readonly #observed: ObservedOutputs;
  /** What was wrong with the definitions when they were last read: what still is, is not logged again. */
  #problems: ReadonlySet<string> = new Set();
  readonly #serverLogs = new ServerLogs((server) => this.#source.logLevelChanged(server));
  readonly #closers: readonly (() => Promise<void>)[];

  constructor(context: SessionContext, tokens: TokenStore, log: vscode.LogOutputChannel) {
    const { extension, storageUri, globalStorageUri, secrets, workspaceState } = context;
    const bundle = (path: string) => vscode.Uri.joinPath(extension.extensionUri, 'dist', path).fsPath;
    const questions = new OneAtATime();
    const lastRead: LastRead = new Map();
    const listings = new KeptFolder({
      folder: storageUri && vscode.Uri.joinPath(storageUri, 'tools').fsPath,
      what: 'The tools of servers',
      log: (line) => log.warn(line),
    });
    this.#source = new McpToolSource({
      readDefinitions: async () => {
        const found = await readDefinitions(definitionPlaces(globalStorageUri), launchHost(), lastRead);
        const definitions = chooseServers(found, serverChoices(), 'codeMode.servers');
        this.#logProblems(definitions.problems, log);
        return definitions;
      },
      inputs: new EditorInputs(secrets, questions),
      authorization: { signIn: new EditorSignIn(extension.id), tokens, clientMetadataUrl },
      personInCall: {
        elicitation: new EditorElicitation(questions),
        sampling: new EditorSampling(new SamplingConsents(workspaceState), questions),
      },
      variables: new WindowVariables(),
      discovery: discoveryRules,
      kept: listings,
      logLevel: (server) => this.#serverLogs.levelOf(server),
      clientInfo: { name: 'code-mode', version: versionOf(extension) },
      roots: rootFolders,
      log: (server, line, level) => this.#serverLogs.write(server, line, level),
    });
    this.#workspace = new WorkspaceToolSource({
      files: new EditorFiles(),
      searchThreadFile: bundle('workspace/searchThread.js'),
      diagnostics: editorDiagnostics,
      enabled: workspaceToolsEnabled,
      allowed: workspacePaths,
    });
    const sources = [this.#source, this.#workspace, this.#editor];
    this.catalog = new Catalog({ sources, exclusions: excludedTools, log: (line) => log.info(line) });
    const sandbox = new ProcessSandbox({
      threadFile: bundle('sandbox/thread.js'),
      guestFile: bundle('sandbox/guest.cjs'),
      log: (line) => log.info(line),
      engine: sandboxEngine(),
      allowUnconfined: allowUnconfined(),
      osWall: osWall(),
    });
    this.#observed = new ObservedOutputs({
      ...(storageUri && { file: vscode.Uri.joinPath(storageUri, 'observedOutputs.json').fsPath }),
      enabled: learnOutputTypes,
      log: (line) => log.warn(line),
    });
    const kept = keptDeclarations(globalStorageUri, log);
    this.declarations = new Declarations({ observed: (tool) => this.#observed.of(tool), ...(kept && { kept }) });
    const checker = new ThreadedChecker({ threadFile: bundle('checker/thread.js'), log: (line) => log.info(line) });
    const typeChecker = new ThreadedTypeChecker({
      threadFile: bundle('checker/types.cjs'),
      libFolder: bundle('checker/lib'),
      log: (line) => log.info(line),
    });
    this.engine = new Engine({
      catalog: this.catalog,
      checker,
      typeChecker,
      sandbox,
      declarations: this.declarations,
      results: this.results,
      store: new SessionStore(),
      observed: this.#observed,
      limits,
      typeCheck,
    });
    this.#closers = [
      () => sandbox.dispose(),
      () => checker.dispose(),
      () => typeChecker.dispose(),
      () => this.#source.dispose(),
      () => listings.dispose(),
      () => this.#workspace.dispose(),
      () => this.#editor.dispose(),
      () => this.#observed.dispose(),
      async () => kept?.dispose(),
      () => {
        this.#serverLogs.dispose();
        return Promise.resolve();
      },
    ];
  }

  onDidChange(listener: () => void): () => void {
    const stops = [this.catalog.onDidChange(listener), this.#observed.onDidChange(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** As they were last read, in order of precedence. */
  definitions(): Promise<readonly ServerDefinition[]> {
    return this.#source.definitions();
  }

  /** Every server with what is known of its tools; `isStartable`: an MCP server stands behind it. Starts nothing. */
  async known(): Promise<readonly KnownServer[]> {
    const mcp = new Set((await this.#source.servers()).map(({ name }) => name));
    return (await this.catalog.known()).map((server) => ({ server, isStartable: mcp.has(server.name) }));
  }

  startServer(name: string): Promise<unknown> {
    return this.#source.startServer(name);
  }

  stopServer(name: string): Promise<unknown> {
    return this.#source.stopServer(name);
  }

  restartServer(name: string): Promise<unknown> {
    return this.#source.restartServer(name);
  }

  /** Shows what the server logged and wrote to stderr. */
  showOutput(server: string): void {
    this.#serverLogs.show(server);
  }

  /** Starts all servers and lists their tools; nobody is asked anything. */
  discoverAll(): Promise<void> {
    return this.#source.discoverAll(new AbortController().signal);
  }

  /** Reads the definition files again; only servers whose definition changed are restarted. */
  reload(): Promise<void> {
    return this.#source.reload();
  }

  /** The workspace has other folders now: their definitions count, and running servers are told of them. */
  async foldersChanged(): Promise<void> {
    this.workspaceToolsChanged();
    await this.reload();
    this.#source.rootsChanged();
  }

  /** Lets the person sign in to a server, and choose it unless told. */
  async signIn(server?: string): Promise<void> {
    const name = server ?? (await this.#chooseServer());
    if (name === undefined) return;
    const outcome = await this.#source.signIn(name, new AbortController().signal);
    if (outcome.ok) void vscode.window.showInformationMessage(`You are signed in to ${name}.`);
    else void vscode.window.showWarningMessage(`${name}: ${outcome.error}`);
  }

  async #chooseServer(): Promise<string | undefined> {
    const servers = await this.#source.servers();
    const items = servers.map(({ name, origin, state }) => ({ label: name, description: state === 'needs_sign_in' ? 'needs it' : origin }));
    const chosen = await vscode.window.showQuickPick(items, { title: 'Sign In to MCP Server', placeHolder: 'Which server?' });
    return chosen?.label;
  }

  /** Restarts the servers that were started; the others start when they are needed. */
  async restartServers(): Promise<void> {
    const started = (await this.#source.servers()).filter((server) => server.state !== 'stopped');
    await Promise.all(started.map((server) => this.#source.restartServer(server.name)));
  }

  exclusionsChanged(): void {
    this.catalog.exclusionsChanged();
  }

  workspaceToolsChanged(): void {
    this.#workspace.changed();
  }

  editorToolsChanged(): void {
    this.#editor.changed();
  }

  #logProblems(problems: readonly DefinitionProblem[], log: vscode.LogOutputChannel): void {
    for (const { severity, message } of problems) {
      if (!this.#problems.has(message)) log[severity === 'error' ? 'error' : 'warn'](message);
    }
    this.#problems = new Set(problems.map(({ message }) => message));
  }

  async dispose(): Promise<void> {
    await Promise.allSettled(this.#closers.map((close) => close()));
  }
}

function keptDeclarations(storage: vscode.Uri, log: vscode.LogOutputChannel): DeclarationCache | undefined {
  if (codeVersion === undefined) return undefined;
  const file = vscode.Uri.joinPath(storage, 'declarations.json').fsPath;
  return new DeclarationCache({ file, version: codeVersion, log: (line) => log.warn(line) });
}

/** Of the folders those on disk, which a server beside them can open. */
function rootFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function versionOf({ packageJSON: manifest }: { readonly packageJSON: unknown }): string {
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'development';
}
