// Composition root of the extension. It registers the contributions of Code Mode with VS Code and loads the
// `EditorSession`, which does the work, at its first use.
import './vscode/translations.ts';
import * as vscode from 'vscode';
import type { Route } from './catalog/index.ts';
import { offerChatServers } from './vscode/chat/chatServerProvider.ts';
import { hasConsents } from './vscode/consent/consentStorages.ts';
import type { EditorSession } from './vscode/editorSession.ts';
import { followSettingsFiles } from './vscode/patternSettings/settingsFile.ts';
import { offerModels } from './vscode/provider/offerModels.ts';
import { showCodeLenses } from './vscode/scratch/runCodeLens.ts';
import { isScript } from './vscode/workspace/scriptName.ts';
import { onDidChangeScriptFolders, shareScriptFolders } from './vscode/workspace/windowScriptFolders.ts';
import type { RoutableRow } from './vscode/views/routeSettings.ts';
import { setKnownKeys } from './vscode/paletteKeys.ts';
import { showSetUpHint } from './vscode/setup/setUpHint.ts';
import type { RunsRow } from './vscode/views/runsView.ts';
import type { ServersViewRow, ServerRow, ToolRow, WithheldRow } from './vscode/views/serversView.ts';

const changed = () => new vscode.EventEmitter<void>();

type Open = () => Promise<EditorSession>;
type Act = (session: EditorSession, ...args: never[]) => unknown;

/**
 * The session of this window, if it is open. It is module state because VS Code calls `deactivate` without the context;
 * VS Code awaits the promise of `deactivate`, so the session closes its servers there.
 */
let opened: Promise<EditorSession> | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Code Mode Log', { log: true });
  const output = vscode.window.createOutputChannel('Code Mode', 'log');
  const [rowsChanged, runsChanged, scriptsChanged] = [changed(), changed(), changed()];
  let session: EditorSession | undefined;
  const open: Open = () =>
    (opened ??= import('./vscode/editorSession.ts').then(({ openSession }) => {
      const onPasses = (any: boolean) => chatServers.passes(any);
      session = openSession({ context, log, output, rowsChanged, runsChanged, onPasses });
      session.runner.onDidChange(() => scriptsChanged.fire());
      return session;
    }));
  const chatServers = offerChatServers(async () => (await open()).chatServers, context.workspaceState);
  const viewOfServers = async () => (await open()).view;
  const serversTree = treeView<ServersViewRow>('codeMode.servers', rowsChanged, viewOfServers);
  const viewOfRuns = async () => (await open()).recorded.view;
  const runsTree = treeView<RunsRow>('codeMode.runs', runsChanged, viewOfRuns, { canSelectMany: true });

  context.subscriptions.push(
    log,
    output,
    rowsChanged,
    runsChanged,
    scriptsChanged,
    chatServers,
    ...(['executeCode', 'findTools'] as const).map((name) =>
      vscode.lm.registerTool(
        name,
        lazyTool(async () => (await open())[name]),
      ),
    ),
    offerModels(async () => (await open()).models()),
    vscode.chat.createChatParticipant('code-mode.code', async (...given) =>
      (await import('./vscode/participant/codeParticipant.ts')).answerAsCode(await open(), ...given),
    ),
    showCodeLenses({
      runner: () => session?.runner,
      onDidChangeScripts: scriptsChanged.event,
      scriptsRun: async () => (await open()).recorded.scriptsRun(),
      onDidChangeRuns: runsChanged.event,
    }),
    followSettingsFiles(async () => (await open()).settingsPatterns),
    serversTree,
    runsTree,
    runsTree.onDidChangeVisibility(async ({ visible }) => (await viewOfRuns()).setVisible(visible)),
    restorePages('codeMode.trace', async () => (await open()).recorded),
    restorePages('codeMode.result', async () => (await open()).results),
    ...registerCommands(open, output, log, serversTree),
    followScripts(open, scriptsChanged),
    forgetConsents(open, context.workspaceState),
  );
  setKnownKeys(context.globalState);
  setImmediate(() => void showSetUpHint(context));
  // Discovery waits until the editor has finished starting.
  if (vscode.workspace.getConfiguration('codeMode').get('discovery') === 'startup')
    setImmediate(() => void discoverAll(open, log));
}

export async function deactivate(): Promise<void> {
  await (await opened)?.dispose();
}

async function discoverAll(open: Open, log: vscode.LogOutputChannel): Promise<void> {
  try {
    await (await open()).servers.source.discoverAll(new AbortController().signal);
  } catch (error) {
    log.error(`Servers could not list their tools: ${String(error)}`);
  }
}

function registerCommands(
  open: Open,
  output: vscode.OutputChannel,
  log: vscode.LogOutputChannel,
  serversTree: vscode.TreeView<ServersViewRow>,
): readonly vscode.Disposable[] {
  const command = (name: string, act: (...args: never[]) => unknown) =>
    vscode.commands.registerCommand(`codeMode.${name}`, act);
  const inSession = (name: string, act: Act) => command(name, async (...args) => act(await open(), ...args));
  return [
    command('showRunOutput', () => output.show(true)),
    command('showLog', () => log.show()),
    ...Object.entries(commands).map(([name, act]) => command(name, act)),
    ...Object.entries(sessionCommands).map(([name, act]) => inSession(name, act)),
    ...(['filterTools', 'showOnlyWritingTools', 'showAllTools'] as const).map((how) =>
      inSession(how, ({ view }) => view.filter(how, serversTree)),
    ),
  ];
}

/** The commands that need no session, by their names without `codeMode.`. */
const commands: Readonly<Record<string, (...args: never[]) => unknown>> = {
  chooseModels: async () => (await import('./vscode/provider/chooseModels.ts')).chooseModels(),
  openAuditLog: async () => (await import('./vscode/audit/openAuditLog.ts')).openAuditLog(),
  // The titles in the menus name the target of the change, so tools and servers have separate commands.
  useAsTool: routed('tool'),
  useServerAsTools: routed('tool'),
  useThroughCode: routed('code'),
  useServerThroughCode: routed('code'),
  block: routed('off'),
  blockServer: routed('off'),
  addServer: () => vscode.commands.executeCommand('workbench.mcp.addConfiguration'),
};

/**
 * The commands that need the session, by their names without `codeMode.`. Their further arguments depend on the origin:
 * a menu passes its row, a link passes its argument, the palette passes nothing.
 */
const sessionCommands: Readonly<Record<string, Act>> = {
  openTrace: ({ recorded }, given: unknown) => recorded.openTrace(given),
  showMoreRuns: ({ recorded }, day: unknown) => recorded.view.showMore(day),
  openRunCode: onRun((recorded, given) => recorded.open(given, 'code')),
  openRunResult: onRun((recorded, given) => recorded.open(given, 'result')),
  runAgain: onRun((recorded, given) => recorded.runAgain(given)),
  replayRun: onRun((recorded, given) => recorded.replay(given)),
  resumeRun: onRun((recorded, given) => recorded.resume(given)),
  saveRunAsScript: onRun((recorded, given) => recorded.saveAsScript(given)),
  exportRun: onRun((recorded, given) => recorded.export(given)),
  deleteRun: ({ recorded }, given: unknown, all: unknown) => recorded.delete(given, all),
  clearRuns: ({ recorded }) => recorded.clear(),
  setUp: ({ setUp }) => setUp.run(),
  openChat: ({ setUp }) => setUp.openChat(),
  askFirstQuestion: ({ setUp }) => setUp.askFirstQuestion(),
  onlyCodeMode: ({ setUp }) => setUp.onlyCodeMode(),
  newScript: ({ scratch }) => scratch.create(),
  runScript: ({ runner }, script: unknown) => runner.run(script),
  dryRunScript: ({ runner }, script: unknown) => runner.run(script, { dryRun: true }),
  debugScript: ({ runner }, script: unknown) => runner.debug(script),
  runSavedScript: async (session, name: unknown) =>
    (await import('./vscode/scripts/runSavedScript.ts')).runSavedScript(session, name),
  runWithArguments: ({ runner }, script: unknown) => runner.runWithArguments(script),
  runSelection: ({ runner }) => runner.runSelection(),
  replayScript: ({ runner }, script: unknown) => runner.replay(script),
  stopScript: ({ runner }, script: unknown) => runner.stop(script),
  showResult: ({ runner }, script: unknown) => runner.showResult(script),
  cancelRun: onRun((recorded, given) => recorded.cancel(given)),
  clearStoredValues: async ({ editor }) =>
    (await import('./vscode/runs/clearStoredValues.ts')).clearStoredValues(editor.workbench),
  diagnose: async ({ editor, manifest }) =>
    (await import('./vscode/diagnose.ts')).showDiagnosis(editor, manifest),
  trustServers: async ({ editor, servers }) => {
    await Promise.all([servers.source.reload(), editor.scripts.source.servers()]);
    await servers.trust.review();
  },
  trustServer: onRow(({ servers }, { server }: ServerRow) => servers.trust.review(server.name)),
  manageApprovals: ({ approvals }) => approvals.manage(),
  revokeApproval: onRow(({ approvals }, { tool }: ToolRow) => approvals.revoke(tool)),
  configureServer: ({ servers }, row?: ServerRow) => servers.configure(row?.server.name),
  signIn: ({ servers }, row?: ServerRow) => servers.signIn(row?.server.name),
  signOut: ({ servers }, row?: ServerRow) => servers.signOut(row?.server.name),
  explainTool: onRow(({ explanations }, row: ToolRow | WithheldRow) => explanations.show(row)),
  startServer: onRow(({ view }, row: ServerRow) => view.change(row, 'startServer')),
  stopServer: onRow(({ view }, row: ServerRow) => view.change(row, 'stopServer')),
  restartServer: onRow(({ view }, row: ServerRow) => view.change(row, 'restartServer')),
  showServerOutput: onRow(({ servers }, { server }: ServerRow) => servers.logs.show(server.name)),
  restartServers: ({ servers }) => servers.restartAll(),
  forgetInputs: ({ servers }) => servers.inputs.forgetAll(),
  forgetSampling: ({ servers }) => servers.sampling.forgetAll(),
};

/** A tree that is being redrawn passes undefined in place of its row; such a command must not choose another run. */
function onRun(act: (recorded: EditorSession['recorded'], given: unknown) => unknown): Act {
  return ({ recorded }, ...given: unknown[]) =>
    given.length > 0 && given[0] === undefined ? undefined : act(recorded, given[0]);
}

/** Returns the command of a row's menu. It does nothing where a tree that is being redrawn passes undefined. */
function onRow<Row>(act: (session: EditorSession, row: Row) => unknown): typeof act {
  return (session, row?: Row) => row && act(session, row);
}

/** Returns a command that routes the tool of a row, or all tools of a server's row. */
function routed(route: Route): (row?: RoutableRow) => unknown {
  return async (row) => row && (await import('./vscode/views/routeSettings.ts')).setRoute(row, route);
}

/** Creates a tree of VS Code whose rows come from a view of the session. */
function treeView<Row>(
  id: string,
  { event: onDidChangeTreeData }: vscode.EventEmitter<void>,
  load: () => Promise<Pick<vscode.TreeDataProvider<Row>, 'getChildren' | 'getTreeItem'>>,
  options: Pick<vscode.TreeViewOptions<Row>, 'canSelectMany'> = {},
): vscode.TreeView<Row> {
  const treeDataProvider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData,
    getChildren: async (row) => (await load()).getChildren(row),
    getTreeItem: async (row) => (await load()).getTreeItem(row),
  };
  return vscode.window.createTreeView<Row>(id, { showCollapseAll: true, treeDataProvider, ...options });
}

/** Restores the pages of a type after a reload of the window. */
function restorePages(
  viewType: string,
  load: () => Promise<{ restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> }>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restore(panel, state),
  });
}

/** Returns a tool whose implementation is loaded with its first call. */
function lazyTool(load: () => Promise<vscode.LanguageModelTool<object>>): vscode.LanguageModelTool<object> {
  return {
    prepareInvocation: async (options, token) => (await load()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await load()).invoke(options, token),
  };
}

/** Keeps the declarations of opened scripts up to date, and shares the folders of scripts with menus and keys. */
function followScripts(open: Open, scriptsChanged: vscode.EventEmitter<void>): vscode.Disposable {
  const follow = ({ uri }: vscode.TextDocument) => {
    if (vscode.workspace.isTrusted && isScript(uri)) void open().then(({ scratch }) => scratch.follow(uri));
  };
  const followAll = () => {
    shareScriptFolders();
    vscode.window.visibleTextEditors.forEach(({ document }) => follow(document));
  };
  followAll();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(follow),
    onDidChangeScriptFolders(() => {
      followAll();
      scriptsChanged.fire();
    }),
  );
}

/**
 * Ends the consents for a file when VS Code has created, deleted or renamed it or its folder, because its present
 * content is not the content that the user approved.
 */
function forgetConsents(open: Open, workspaceState: vscode.Memento): vscode.Disposable {
  const forget = (files: readonly vscode.Uri[]) => {
    if (hasConsents(workspaceState)) void open().then(({ approvals }) => approvals.forgetFiles(files));
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => forget(files)),
    vscode.workspace.onDidDeleteFiles(({ files }) => forget(files)),
    vscode.workspace.onDidRenameFiles(({ files }) =>
      forget(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
    ),
  );
}
