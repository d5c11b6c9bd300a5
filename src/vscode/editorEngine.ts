// Builds the engine over the tools of this window: those of its MCP servers, of its files and of the editor itself. It
// follows the settings and files that select these tools.
import * as vscode from 'vscode';
import type { Catalog, CatalogServer, RoutingRules } from '../catalog/index.ts';
import { currentFlowRules, type Engine } from '../engine/index.ts';
import { SCRIPTS_SERVER } from '../engine/savedScripts/index.ts';
import type { RedactionRules, RunStore } from '../journal/index.ts';
import { definitionKind, isOnTheWeb, type DefinitionKind } from '../mcp/definitions/index.ts';
import { PagedValues } from '../journal/values/index.ts';
import { passthroughName } from '../serve/index.ts';
import { runsFolder, sessionsFolder } from '../base/files/statePaths.ts';
import { plainText } from '../base/text/plainText.ts';
import { createWorkbench, type Workbench } from '../workbench/index.ts';
import { WORKSPACE_SERVER, WorkspaceToolSource } from '../workspace/index.ts';
import { untilCancelled } from './cancellation.ts';
import { EditorToolSource } from './editorTools/editorToolSource.ts';
import { manifestOf } from './manifest.ts';
import { EditorMcpServers } from './servers/editorMcpServers.ts';
import { watchDefinitions } from './servers/editorDefinitions.ts';
import {
  allowUnconfined,
  approvalRules,
  auditEnabled,
  dataFlowRules,
  editorTools,
  learnOutputTypes,
  limits,
  mode,
  openMachineSetting,
  osConfinement,
  recordMode,
  redactionRules,
  routingRules,
  routingSettings,
  runsKept,
  sandboxEngine,
  telemetryTarget,
  typeCheck,
  workspacePaths,
  workspaceToolsEnabled,
} from './settings.ts';
import { EditorScripts } from './servers/editorScripts.ts';
import { editorDiagnostics, EditorFiles } from './workspace/editorFiles.ts';

export interface KnownServer {
  readonly server: CatalogServer;
  /** The kind of definition; absent for a server of Code Mode's own, which no MCP definition stands behind. */
  readonly definition?: DefinitionKind;
  /** True if the server has a URL, so that users may have to sign in to it. */
  readonly isOnTheWeb: boolean;
  /** Other definitions with the same name, which are not used. */
  readonly shadows: readonly string[];
  /** True if the server exists without any definition or setting. */
  readonly isBuiltIn: boolean;
}

export class EditorEngine {
  readonly workbench: Workbench;
  readonly engine: Engine;
  readonly catalog: Catalog;
  /** The recorded runs of this workspace. */
  readonly runs: RunStore;
  /** Values of runs, read one page at a time. */
  readonly values: PagedValues;
  readonly servers: EditorMcpServers;
  readonly scripts: EditorScripts;
  readonly #workspace: WorkspaceToolSource;
  readonly #editorTools = new EditorToolSource({
    tools: {
      list: () => vscode.lm.tools,
      invoke: (name, input, invocationToken, signal) =>
        // The declared type of a token is `never`, because it is opaque; VS Code validates the token itself.
        untilCancelled(signal, (token) =>
          vscode.lm.invokeTool(name, { input, toolInvocationToken: invocationToken as undefined }, token),
        ),
    },
    chosen: editorTools,
  });
  readonly #watchers: vscode.Disposable;
  #redactionRules: RedactionRules | undefined;

  /** The constructor starts no server, thread or process. */
  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    const { extension, globalStorageUri } = context;
    const bundle = (file: string) => vscode.Uri.joinPath(extension.extensionUri, 'dist', file).fsPath;
    // A newly trusted definition can start, and one that lost its trust ends.
    this.servers = new EditorMcpServers(context, log, () => {
      this.scripts.source.changed();
      return this.servers.source.reload();
    });
    const shown = (line: string) => plainText(this.servers.source.hideSecrets(line));
    const info = (line: string) => log.info(shown(line));
    const warn = (line: string) => log.warn(shown(line));
    this.#workspace = workspaceTools(bundle('workspace/searchThread.js'));
    this.scripts = new EditorScripts(() => this.workbench.signatures, this.servers.trust);
    const { source } = this.servers;
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
    const files = storedFiles(context, folder);
    this.workbench = createWorkbench([source, this.#workspace, this.scripts.source, this.#editorTools], {
      files,
      folder: folder ?? '',
      version: manifestOf(extension).version,
      bundle,
      routing: () => ({ ...routingRules(), passthrough: passthrough() }),
      learn: learnOutputTypes,
      sandbox: sandboxSettings(log),
      limits,
      typeCheck,
      approvalRules,
      flowRules: currentFlowRules(dataFlowRules, warn),
      secrets: () => source.secrets(),
      redaction: () => this.#redaction(warn),
      recordMode: () => recordMode(this.#redaction(warn)),
      kept: runsKept,
      audit: auditEnabled,
      telemetry: telemetryTarget,
      // `fetch` is looked up at each request, because VS Code replaces the global function with one that supports
      // proxies.
      fetch: (address, init) => globalThis.fetch(address, init),
      // The names of a chat and of a script in a file are the same in the next window.
      keepsSession: (session) => session.startsWith('chat:') || session.startsWith('file:'),
      log: info,
      warn,
      tell: warn,
    });
    this.engine = this.workbench.engine;
    this.catalog = this.workbench.catalog;
    this.runs = this.workbench.runs;
    this.values = new PagedValues({
      folder: files.runs,
      threadFile: bundle('runs/pagedValuesThread.js'),
      log: (line) => log.warn(line),
    });
    void this.workbench.media.load();
    void this.workbench.usage.load();
    this.#watchers = this.#follow(globalStorageUri);
  }

  /** Follows the definitions, folders, extensions and settings that select tools. */
  #follow(globalStorage: vscode.Uri): vscode.Disposable {
    const { source, usedSettings } = this.servers;
    return vscode.Disposable.from(
      watchDefinitions(globalStorage, usedSettings, () => void source.reload()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#foldersChanged()),
      // VS Code has no event for changed tools, so a change of the extensions stands for one: extensions add and remove
      // tools.
      vscode.extensions.onDidChange(() => this.#editorTools.changed()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('codeMode.runs.redact')) this.#redactionRules = undefined;
        if (event.affectsConfiguration('codeMode.workspace.enabled')) this.#workspace.changed();
        if (event.affectsConfiguration('codeMode.editorTools')) this.#editorTools.changed();
        // The approval rules also change how passed-through tools are listed.
        const listed = [...routingSettings, 'codeMode.approvals.rules'];
        if (listed.some((setting) => event.affectsConfiguration(setting))) this.catalog.routingChanged();
      }),
    );
  }

  /** Calls the listener when servers, tools, routes or observed types may have changed. */
  onDidChange(listener: () => void): vscode.Disposable {
    const stops = [this.catalog.onDidChange(listener), this.workbench.observed.onDidChange(listener)];
    return new vscode.Disposable(() => stops.forEach((stop) => stop()));
  }

  /** Returns every server with the tools known so far. Starts no server. */
  async known(): Promise<readonly KnownServer[]> {
    const definitions = new Map(
      (await this.servers.source.definitions()).map((definition) => [definition.name, definition]),
    );
    return (await this.catalog.knownServers()).map((server) => {
      const definition = definitions.get(server.name);
      return {
        server,
        ...(definition && { definition: definitionKind(definition) }),
        isOnTheWeb: definition !== undefined && isOnTheWeb(definition),
        shadows: this.servers.shadowedBy(server.name),
        isBuiltIn: !definition && (server.name === WORKSPACE_SERVER || server.name === SCRIPTS_SERVER),
      };
    });
  }

  async dispose(): Promise<void> {
    this.#watchers.dispose();
    await Promise.allSettled(
      [this.workbench, this.values, this.servers, this.#workspace, this.scripts, this.#editorTools].map(
        (part) => part.dispose(),
      ),
    );
  }

  /** Returns the rules for records, which are read when a setting has changed and not for each value. */
  #redaction(warn: (line: string) => void): RedactionRules {
    if (this.#redactionRules) return this.#redactionRules;
    this.#redactionRules = redactionRules();
    for (const problem of this.#redactionRules.problems)
      warn(vscode.l10n.t('{0} Until it is corrected, values are not recorded.', problem));
    return this.#redactionRules;
  }

  /** Applies the definitions of the new folders, and tells running servers about the changed roots. */
  async #foldersChanged(): Promise<void> {
    this.#redactionRules = undefined;
    this.#workspace.changed();
    await this.servers.source.reload();
    this.servers.source.rootsChanged();
  }
}

function workspaceTools(searchThreadFile: string): WorkspaceToolSource {
  return new WorkspaceToolSource({
    files: new EditorFiles(),
    searchThreadFile,
    diagnostics: editorDiagnostics,
    enabled: workspaceToolsEnabled,
    allowed: workspacePaths,
  });
}

function sandboxSettings(log: vscode.LogOutputChannel) {
  return {
    engine: sandboxEngine(),
    allowUnconfined: allowUnconfined(),
    osConfinement: osConfinement(),
    onFallback: (why: string) => void warnOfFallback(why, log),
  };
}

/** Returns the places of the files of this window. `folder`: the first folder of the window on disk. */
function storedFiles({ storageUri, globalStorageUri }: vscode.ExtensionContext, folder: string | undefined) {
  const inStorage = (name: string) => storageUri && vscode.Uri.joinPath(storageUri, name).fsPath;
  const inGlobalStorage = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  return {
    observedMedia: inStorage('observedMedia.json'),
    toolCalls: inStorage('toolCalls.json'),
    observedOutputs: inStorage('observedOutputs.json'),
    declarations: inGlobalStorage('declarations.json'),
    compiledCode: inGlobalStorage('code'),
    // A window without a folder shares runs and sessions with no terminal, so it keeps them in the global storage.
    runs: folder === undefined ? inGlobalStorage('runs') : runsFolder(folder),
    sessions: folder === undefined ? inGlobalStorage('sessions') : sessionsFolder(folder),
  };
}

/**
 * Returns the names of passed-through tools in the mode `hybrid`. The mode `code` offers no tool beside `executeCode`;
 * in the modes `tools` and `off` VS Code offers its own tools.
 */
function passthrough(): RoutingRules['passthrough'] {
  return mode() === 'hybrid' ? passthroughName : undefined;
}

const why = vscode.l10n.t('Why?');
const settings = vscode.l10n.t('Open Settings');

/** Resolves when the messages close, which may be never, so nothing should await it. */
async function warnOfFallback(reason: string, log: vscode.LogOutputChannel): Promise<void> {
  const message = vscode.l10n.t(
    'No sandbox process works here: in this window, scripts run in WebAssembly, slower and without Intl.',
  );
  if ((await vscode.window.showWarningMessage(message, why)) !== why) return;
  log.show(true);
  const detail = vscode.l10n.t('{0} The next window retries. See codeMode.sandbox.engine.', reason);
  if ((await vscode.window.showInformationMessage(detail, settings)) === settings) {
    await openMachineSetting('codeMode.sandbox');
  }
}
