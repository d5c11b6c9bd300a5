// The engine of this window, made when something first needs it and closed with the extension. Changes of settings and
// of the files that define servers reach it from here.
import * as vscode from 'vscode';
import type { TokenStore } from '../mcp/auth/tokenStore.ts';
import { discoveryRules } from './settings.ts';
import { signOut } from './auth/signOut.ts';
import { watchDefinitions } from './servers/editorDefinitions.ts';
import type { EditorSession } from './editorSession.ts';
import type { EditorContext } from './servers/editorMcpServers.ts';

export class LazySession implements vscode.Disposable {
  readonly #context: EditorContext;
  readonly #tokens: TokenStore;
  readonly #log: vscode.LogOutputChannel;
  readonly #didChange = new vscode.EventEmitter<void>();
  readonly #watchers: vscode.Disposable[] = [];
  #opened: Promise<EditorSession> | undefined;

  /** Servers, tools or exclusions may have changed. Silent until the session is first used. */
  readonly onDidChange = this.#didChange.event;

  constructor(context: EditorContext, tokens: TokenStore, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#tokens = tokens;
    this.#log = log;
  }

  /** Loads the engine at the first call; starts no server. */
  get(): Promise<EditorSession> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** With `codeMode.discovery: "startup"`, loads the engine and asks all servers for their tools, once the editor has time for it. */
  discoverAtStartup(): void {
    if (discoveryRules().pattern !== 'startup') return;
    setImmediate(() => {
      this.get()
        .then((session) => session.discoverAll())
        .catch((error: unknown) => this.#log.error(`The servers could not be asked for their tools: ${String(error)}`));
    });
  }

  async signIn(server?: string): Promise<void> {
    const session = await this.get();
    await session.signIn(server);
  }

  /** Of `server`, or of one that the person chooses. */
  signOut(server?: string): Promise<void> {
    return signOut(this.#tokens, server);
  }

  async restartServers(): Promise<void> {
    const progress = { location: vscode.ProgressLocation.Window, title: 'Restarting MCP servers' };
    const restarted = await vscode.window.withProgress(progress, async () => (await this.get()).restartServers());
    if (restarted === 0) void vscode.window.showInformationMessage('No MCP server was started yet: each starts when it is first needed.');
  }

  /** Opens the definition of `server`, or of one that the person chooses. */
  async configureServer(server?: string): Promise<void> {
    const [session, { configureServer }] = await Promise.all([this.get(), import('./servers/configureServer.ts')]);
    await configureServer(await session.definitions(), this.#context.globalStorageUri, server);
  }

  /** Closes servers and processes, if there are any. */
  async close(): Promise<void> {
    await (await this.#opened)?.dispose();
  }

  dispose(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#didChange.dispose();
  }

  async #open(): Promise<EditorSession> {
    const { EditorSession } = await import('./editorSession.ts');
    const session = new EditorSession(this.#context, this.#tokens, this.#log);
    session.onDidChange(() => this.#didChange.fire());
    this.#watchers.push(
      watchDefinitions(this.#context.globalStorageUri, () => void session.reload()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void session.foldersChanged()),
      vscode.workspace.onDidChangeConfiguration(
        (event) => event.affectsConfiguration('codeMode.workspace.enabled') && session.workspaceToolsChanged(),
      ),
      // Extensions bring and take tools; of the tools themselves there is no event.
      vscode.extensions.onDidChange(() => session.editorToolsChanged()),
      vscode.workspace.onDidChangeConfiguration(
        (event) => event.affectsConfiguration('codeMode.editorTools') && session.editorToolsChanged(),
      ),
      vscode.workspace.onDidChangeConfiguration(
        (event) => event.affectsConfiguration('codeMode.excludedTools') && session.exclusionsChanged(),
      ),
    );
    return session;
  }
}
