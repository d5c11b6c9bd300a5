// One window's session: the engine over the tools of its servers, its files and its editor, and what commands, views and settings
// do to them. Everything heavy hangs below this file, which is loaded on first use.
import * as vscode from 'vscode';
import { Catalog } from '../catalog/catalog.ts';
import type { CatalogServer } from '../catalog/catalogSnapshot.ts';
import type { Declarations } from '../declarations/declarations.ts';
import { createEngine, type CreatedEngine } from '../engine/createEngine.ts';
import type { Engine } from '../engine/executeScript.ts';
import type { TokenStore } from '../mcp/auth/tokenStore.ts';
import { definitionKind, type DefinitionKind, type ServerDefinition } from '../mcp/definitions/serverDefinition.ts';
import { isOnTheWeb } from '../mcp/definitions/serverLaunch.ts';
import type { McpToolSource } from '../mcp/source/mcpToolSource.ts';
import type { OneAtATime } from '../mcp/elicitation/mutex.ts';
import { plainText } from '../text/plainText.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import { WORKSPACE_SERVER, WorkspaceToolSource } from '../workspace/workspaceToolSource.ts';
import { editorDiagnostics, EditorFiles } from './workspace/editorFiles.ts';
import { EditorToolSource } from './editorTools/editorToolSource.ts';
import { languageModelTools } from './editorTools/languageModelTools.ts';
import {
  allowUnconfined,
  editorTools,
  excludedTools,
  learnOutputTypes,
  limits,
  osConfinement,
  sandboxEngine,
  typeCheck,
  workspacePaths,
  workspaceToolsEnabled,
} from './settings.ts';
import { plainLabel } from './labelText.ts';
import { EditorMcpServers, type EditorContext } from './servers/editorMcpServers.ts';

export interface KnownServer {
  readonly server: CatalogServer;
  /** How it is defined; absent for tools that no MCP server stands behind. */
  readonly definition?: DefinitionKind;
  /** It has a URL: people may sign in to it. */
  readonly isOnTheWeb: boolean;
  /** It is there without anybody having asked for it. */
  readonly isBuiltIn: boolean;
}

export class EditorSession {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly declarations: Declarations;
  readonly results: ResultStore;
  readonly #built: CreatedEngine;
  readonly #servers: EditorMcpServers;
  readonly #workspace: WorkspaceToolSource;
  readonly #editor = new EditorToolSource({ tools: languageModelTools, chosen: editorTools });

  constructor(context: EditorContext, tokens: TokenStore, log: vscode.LogOutputChannel) {
    const { extension, storageUri, globalStorageUri } = context;
    const bundle = (file: string) => vscode.Uri.joinPath(extension.extensionUri, 'dist', file).fsPath;
    this.#servers = new EditorMcpServers(context, tokens, log);
    this.#workspace = new WorkspaceToolSource({
      files: new EditorFiles(),
      searchThreadFile: bundle('workspace/searchThread.js'),
      diagnostics: editorDiagnostics,
      enabled: workspaceToolsEnabled,
      allowed: workspacePaths,
    });
    const sources = [this.#source, this.#workspace, this.#editor];
    this.catalog = new Catalog({ sources, exclusions: excludedTools, log: (line) => log.info(plainText(line)) });
    this.#built = createEngine({
      catalog: this.catalog,
      bundle,
      observedFile: storageUri && vscode.Uri.joinPath(storageUri, 'observedOutputs.json').fsPath,
      learn: learnOutputTypes,
      declarationsFile: vscode.Uri.joinPath(globalStorageUri, 'declarations.json').fsPath,
      sandbox: {
        engine: sandboxEngine(),
        allowUnconfined: allowUnconfined(),
        osConfinement: osConfinement(),
        onFallback: (why) => void warnOfFallback(why, log),
      },
      limits,
      typeCheck,
      log: (line) => log.info(plainText(line)),
      warn: (line) => log.warn(plainText(line)),
    });
    this.engine = this.#built.engine;
    this.declarations = this.#built.declarations;
    this.results = this.#built.results;
  }

  /** Whoever asks the user something in this window takes turns here. */
  get questions(): OneAtATime {
    return this.#servers.questions;
  }

  get #source(): McpToolSource {
    return this.#servers.source;
  }

  /** `text` without what servers were given as keys and tokens. */
  hideSecrets(text: string): string {
    return this.#source.hideSecrets(text);
  }

  onDidChange(listener: () => void): () => void {
    const stops = [this.catalog.onDidChange(listener), this.#built.observed.onDidChange(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** As they were last read, in order of precedence. */
  definitions(): Promise<readonly ServerDefinition[]> {
    return this.#source.definitions();
  }

  /** Every server with what is known of its tools. Starts nothing. */
  async known(): Promise<readonly KnownServer[]> {
    const definitions = new Map((await this.#source.definitions()).map((definition) => [definition.name, definition]));
    return (await this.catalog.known()).map((server) => {
      const definition = definitions.get(server.name);
      return {
        server,
        ...(definition && { definition: definitionKind(definition) }),
        isOnTheWeb: definition !== undefined && isOnTheWeb(definition),
        isBuiltIn: !definition && server.name === WORKSPACE_SERVER,
      };
    });
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

  /** A sandbox as settings say, for a trial; its owner closes it. */
  trialSandbox(guest?: 'selfCheck'): ReturnType<CreatedEngine['trialSandbox']> {
    return this.#built.trialSandbox(guest);
  }

  /** What is wrong in the files and settings that define servers. */
  definitionProblems(): readonly string[] {
    return this.#source.problems().map(({ message }) => message);
  }

  /** Shows what the server logged and wrote to stderr. */
  showOutput(server: string): void {
    this.#servers.logs.show(server);
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
    if (outcome.ok) void vscode.window.showInformationMessage(plainLabel(`You are signed in to ${name}.`));
    else void vscode.window.showWarningMessage(plainLabel(`${name}: ${outcome.error}`));
  }

  async #chooseServer(): Promise<string | undefined> {
    const [servers, definitions] = await Promise.all([this.#source.servers(), this.#source.definitions()]);
    const onTheWeb = new Set(definitions.filter(isOnTheWeb).map(({ name }) => name));
    const items = servers
      .filter(({ name }) => onTheWeb.has(name))
      .map(({ name, origin, state }) => ({
        label: name,
        description: state === 'needs_sign_in' ? 'needs sign-in' : vscode.workspace.asRelativePath(origin),
      }));
    if (items.length === 0) {
      void vscode.window.showInformationMessage('None of your MCP servers is on the web, where people sign in.');
      return undefined;
    }
    const chosen = await vscode.window.showQuickPick(items, { title: 'Sign In to MCP Server', placeHolder: 'Which server?' });
    return chosen?.label;
  }

  /** Restarts the servers that were started, and tells how many; the others start when they are needed. */
  async restartServers(): Promise<number> {
    const started = (await this.#source.servers()).filter((server) => server.state !== 'stopped');
    await Promise.all(started.map((server) => this.#source.restartServer(server.name)));
    return started.length;
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

  async dispose(): Promise<void> {
    await Promise.allSettled([this.#built, this.#servers, this.#workspace, this.#editor].map((part) => part.dispose()));
  }
}

const why = 'Why?';
const settings = 'Open Settings';

/** Settles when the messages are gone, which may be never: nothing should wait for it. */
async function warnOfFallback(reason: string, log: vscode.LogOutputChannel): Promise<void> {
  const message = 'Code Mode runs scripts in WebAssembly in this window, slower and without Intl, because no sandbox process works here.';
  if ((await vscode.window.showWarningMessage(message, why)) !== why) return;
  log.show(true);
  const detail = `The reason: ${reason} The next window tries a process again. What scripts run in is chosen by codeMode.sandbox.engine.`;
  if ((await vscode.window.showInformationMessage(detail, settings)) === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'codeMode.sandbox');
  }
}
