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
import type {
  FilterChange,
  ServersViewRow,
  ServerRow,
  ToolRow,
  WithheldRow,
} from './vscode/views/serversView.ts';

const changed = () => new vscode.EventEmitter<void>();

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
  const open = () =>
    (opened ??= import('./vscode/editorSession.ts').then(({ openSession }) => {
      session = openSession(context, log, output, rowsChanged, runsChanged, (any) => chatServers.passes(any));
      session.runner.onDidChange(() => scriptsChanged.fire());
      return session;
    }));
  const chatServers = offerChatServers(async () => (await open()).chatServers, context.workspaceState);
  const command = (name: string, act: (...args: never[]) => unknown) =>
    vscode.commands.registerCommand(`codeMode.${name}`, act);
  // The further arguments of a command depend on its origin: a menu passes its row, a link passes its argument, the
  // palette passes nothing.
  const inSession = (name: string, act: (session: EditorSession, ...args: never[]) => unknown) =>
    command(name, async (...args) => act(await open(), ...args));
  // A tree that is being redrawn passes undefined in place of its row; such a command must not choose another run.
  const onRun = (name: string, act: (recorded: EditorSession['recorded'], given: unknown) => unknown) =>
    inSession(name, ({ recorded }, ...given: unknown[]) =>
      given.length > 0 && given[0] === undefined ? undefined : act(recorded, given[0]),
    );
  const follow = ({ uri }: vscode.TextDocument) => {
    if (vscode.workspace.isTrusted && isScript(uri)) void open().then(({ scratch }) => scratch.follow(uri));
  };
  // Consents for a file end when VS Code has created, deleted or renamed it or its folder, because its present content
  // is not the content that the user approved.
  const forget = (files: readonly vscode.Uri[]) => {
    if (hasConsents(context.workspaceState))
      void open().then(({ approvals }) => approvals.forgetFiles(files));
  };
  const followVisible = () => vscode.window.visibleTextEditors.forEach(({ document }) => follow(document));

  const runsTree = vscode.window.createTreeView<RunsRow>('codeMode.runs', {
    showCollapseAll: true,
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: runsChanged.event,
      getChildren: async (row) => (await open()).recorded.view.getChildren(row),
      getTreeItem: async (row) => (await open()).recorded.view.getTreeItem(row),
    },
  });
  const serversTree = vscode.window.createTreeView<ServersViewRow>('codeMode.servers', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: rowsChanged.event,
      getChildren: async (row) => (await open()).view.getChildren(row),
      getTreeItem: async (row) => (await open()).view.getTreeItem(row),
    },
  });
  const filterTools = (how: FilterChange) => inSession(how, ({ view }) => view.filter(how, serversTree));

  context.subscriptions.push(
    log,
    output,
    rowsChanged,
    runsChanged,
    scriptsChanged,
    chatServers,
    vscode.lm.registerTool(
      'executeCode',
      lazyTool(async () => (await open()).executeCode),
    ),
    vscode.lm.registerTool(
      'findTools',
      lazyTool(async () => (await open()).findTools),
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
    runsTree.onDidChangeVisibility(async ({ visible }) => (await open()).recorded.view.setVisible(visible)),
    vscode.window.registerWebviewPanelSerializer('codeMode.trace', {
      deserializeWebviewPanel: async (panel, state: unknown) => (await open()).recorded.restore(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer('codeMode.result', {
      deserializeWebviewPanel: async (panel, state: unknown) => (await open()).results.restore(panel, state),
    }),
    onRun('openTrace', (recorded, given) => recorded.openTrace(given)),
    inSession('showMoreRuns', ({ recorded }, day: unknown) => recorded.view.showMore(day)),
    onRun('openRunCode', (recorded, given) => recorded.open(given, 'code')),
    onRun('openRunResult', (recorded, given) => recorded.open(given, 'result')),
    onRun('runAgain', (recorded, given) => recorded.runAgain(given)),
    onRun('replayRun', (recorded, given) => recorded.replay(given)),
    onRun('resumeRun', (recorded, given) => recorded.resume(given)),
    onRun('saveRunAsScript', (recorded, given) => recorded.saveAsScript(given)),
    onRun('exportRun', (recorded, given) => recorded.export(given)),
    inSession('deleteRun', ({ recorded }, given: unknown, all: unknown) => recorded.delete(given, all)),
    inSession('clearRuns', ({ recorded }) => recorded.clear()),
    inSession('setUp', ({ setUp }) => setUp.run()),
    inSession('openChat', ({ setUp }) => setUp.openChat()),
    inSession('askFirstQuestion', ({ setUp }) => setUp.askFirstQuestion()),
    inSession('onlyCodeMode', ({ setUp }) => setUp.onlyCodeMode()),
    inSession('newScript', ({ scratch }) => scratch.create()),
    inSession('runScript', ({ runner }, script: unknown) => runner.run(script)),
    inSession('dryRunScript', ({ runner }, script: unknown) => runner.run(script, { dryRun: true })),
    inSession('debugScript', ({ runner }, script: unknown) => runner.debug(script)),
    inSession('runSavedScript', async (session, name: unknown) =>
      (await import('./vscode/scripts/runSavedScript.ts')).runSavedScript(session, name),
    ),
    inSession('runWithArguments', ({ runner }, script: unknown) => runner.runWithArguments(script)),
    inSession('runSelection', ({ runner }) => runner.runSelection()),
    inSession('replayScript', ({ runner }, script: unknown) => runner.replay(script)),
    inSession('stopScript', ({ runner }, script: unknown) => runner.stop(script)),
    inSession('showResult', ({ runner }, script: unknown) => runner.showResult(script)),
    inSession('cancelRun', ({ runs }, id: unknown) => runs.cancel(id)),
    command('showRunOutput', () => output.show(true)),
    command('showLog', () => log.show()),
    inSession('clearStoredValues', async ({ editor }) =>
      (await import('./vscode/runs/clearStoredValues.ts')).clearStoredValues(editor.workbench),
    ),
    command('chooseModels', async () => (await import('./vscode/provider/chooseModels.ts')).chooseModels()),
    command('openAuditLog', async () => (await import('./vscode/audit/openAuditLog.ts')).openAuditLog()),
    inSession('diagnose', async ({ editor }) =>
      (await import('./vscode/diagnose.ts')).showDiagnosis(editor, context.extension),
    ),
    inSession('trustServers', async ({ editor, servers }) => {
      await Promise.all([servers.source.reload(), editor.scripts.source.servers()]);
      await servers.trust.review();
    }),
    // VS Code sometimes passes no row while it redraws the tree. In that case the command does nothing, because a click
    // on one server must not ask about all servers.
    inSession('trustServer', ({ servers }, row?: ServerRow) => row && servers.trust.review(row.server.name)),
    inSession('manageApprovals', ({ approvals }) => approvals.manage()),
    inSession('revokeApproval', ({ approvals }, { tool }: ToolRow) => approvals.revoke(tool)),
    // The titles in the menus name the target of the change, so tools and servers have separate commands.
    command('useAsTool', routed('tool')),
    command('useServerAsTools', routed('tool')),
    command('useThroughCode', routed('code')),
    command('useServerThroughCode', routed('code')),
    command('block', routed('off')),
    command('blockServer', routed('off')),
    command('addServer', () => vscode.commands.executeCommand('workbench.mcp.addConfiguration')),
    inSession('configureServer', ({ servers }, row?: ServerRow) => servers.configure(row?.server.name)),
    inSession('signIn', ({ servers }, row?: ServerRow) => servers.signIn(row?.server.name)),
    inSession('signOut', ({ servers }, row?: ServerRow) => servers.signOut(row?.server.name)),
    filterTools('filterTools'),
    filterTools('showOnlyWritingTools'),
    filterTools('showAllTools'),
    inSession('explainTool', ({ explanations }, row: ToolRow | WithheldRow) => explanations.show(row)),
    inSession('startServer', ({ view }, row: ServerRow) => view.change(row, 'startServer')),
    inSession('stopServer', ({ view }, row: ServerRow) => view.change(row, 'stopServer')),
    inSession('restartServer', ({ view }, row: ServerRow) => view.change(row, 'restartServer')),
    inSession('showServerOutput', ({ servers }, { server }: ServerRow) => servers.logs.show(server.name)),
    inSession('restartServers', ({ servers }) => servers.restartAll()),
    inSession('forgetInputs', ({ servers }) => servers.inputs.forgetAll()),
    inSession('forgetSampling', ({ servers }) => servers.sampling.forgetAll()),
    vscode.workspace.onDidOpenTextDocument(follow),
    vscode.workspace.onDidCreateFiles(({ files }) => forget(files)),
    vscode.workspace.onDidDeleteFiles(({ files }) => forget(files)),
    vscode.workspace.onDidRenameFiles(({ files }) =>
      forget(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
    ),
    onDidChangeScriptFolders(() => {
      shareScriptFolders();
      scriptsChanged.fire();
      followVisible();
    }),
  );
  shareScriptFolders();
  followVisible();
  setKnownKeys(context.globalState);
  setImmediate(() => void showSetUpHint(context));
  // Discovery waits until the editor has finished starting.
  if (vscode.workspace.getConfiguration('codeMode').get('discovery') === 'startup') {
    setImmediate(() => {
      open()
        .then(({ servers }) => servers.source.discoverAll(new AbortController().signal))
        .catch((error: unknown) => log.error(`Servers could not list their tools: ${String(error)}`));
    });
  }
}

export async function deactivate(): Promise<void> {
  await (await opened)?.dispose();
}

/** Returns a command that routes the tool of a row, or all tools of a server's row. */
function routed(route: Route): (row: RoutableRow) => Promise<void> {
  return async (row) => (await import('./vscode/views/routeSettings.ts')).setRoute(row, route);
}

/** Returns a tool whose implementation is loaded with its first call. */
function lazyTool<Input>(
  load: () => Promise<vscode.LanguageModelTool<Input>>,
): vscode.LanguageModelTool<Input> {
  return {
    prepareInvocation: async (options, token) => (await load()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await load()).invoke(options, token),
  };
}
