// The composition root of the editor: wiring only. Nothing heavy is loaded here; the engine comes with its first use.
import * as vscode from 'vscode';
import { DefinitionTokens } from './catalog/definitionTokens.ts';
import { ExecuteCodeTool } from './vscode/chat/executeCodeTool.ts';
import { FindToolsTool } from './vscode/chat/findToolsTool.ts';
import { EditorApprovals } from './vscode/consent/editorApprovals.ts';
import { manageApprovals } from './vscode/consent/manageApprovals.ts';
import { forgetInputs } from './vscode/servers/editorInputs.ts';
import { SecretTokenStore } from './vscode/auth/secretTokenStore.ts';
import { LazySession } from './vscode/lazySession.ts';
import { forgetSampling } from './vscode/elicitation/samplingConsents.ts';
import { LazyRuns } from './vscode/runs/lazyRuns.ts';
import { RunCodeLens } from './vscode/scratch/runCodeLens.ts';
import { ScratchScripts } from './vscode/scratch/scratchScripts.ts';
import { ScriptRunner } from './vscode/scratch/scriptRunner.ts';
import { scratchScriptPattern } from './vscode/scratch/scratchFolder.ts';
import { SavedTokensItem } from './vscode/views/savedTokensItem.ts';
import { serversView } from './vscode/views/serverCommands.ts';

/** VS Code calls `deactivate` without the context, and waits for its promise: that is where servers are closed. */
let session: LazySession | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Code Mode Log', { log: true });
  const output = vscode.window.createOutputChannel('Code Mode', 'log');
  const tokens = new SecretTokenStore(context.secrets);
  const opened = new LazySession(context, tokens, log);
  session = opened;
  const approvals = new EditorApprovals(context);
  const scratch = new ScratchScripts(opened, log);
  const runs = new LazyRuns(output);
  const runner = new ScriptRunner(opened, approvals, runs);
  const costs = new DefinitionTokens();
  const command = (name: string, action: (...args: unknown[]) => unknown) => vscode.commands.registerCommand(`codeMode.${name}`, action);

  context.subscriptions.push(
    log,
    output,
    opened,
    approvals,
    runs,
    scratch,
    vscode.lm.registerTool('executeCode', new ExecuteCodeTool(opened, approvals, runs)),
    vscode.lm.registerTool('findTools', new FindToolsTool(opened)),
    vscode.languages.registerCodeLensProvider({ language: 'typescript', pattern: scratchScriptPattern }, new RunCodeLens()),
    command('newScript', () => scratch.create()),
    command('runScript', (uri) => runner.run(uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri)),
    command('cancelRun', (id) => runs.cancel(id)),
    command('showRunOutput', () => runs.showOutput()),
    command('addServer', () => vscode.commands.executeCommand('workbench.mcp.addConfiguration')),
    command('restartServers', () => opened.restartServers()),
    command('forgetInputs', () => forgetInputs(context.secrets)),
    command('forgetSampling', () => forgetSampling(context.workspaceState)),
    command('manageApprovals', () => manageApprovals(approvals.consents)),
    command('diagnose', async () => (await import('./vscode/diagnose.ts')).showDiagnosis(opened, context.extension)),
    command('showLog', () => log.show()),
    serversView(opened, costs, approvals.consents),
    new SavedTokensItem(opened, context.extension.packageJSON, costs),
    vscode.workspace.onDidOpenTextDocument((document) => scratch.follow(document.uri)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => scratch.followVisible()),
  );
  opened.discoverAtStartup();
  scratch.followVisible();
}

export async function deactivate(): Promise<void> {
  await session?.close();
}
