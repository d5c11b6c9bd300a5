// Creates and connects all parts that a window loads with the first use of Code Mode.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { DefinitionTokens } from '../catalog/index.ts';
import { serveChats } from './chat/serveChats.ts';
import { executeCodeTool, findToolsTool } from './chat/chatTools.ts';
import { EditorApprovals } from './consent/editorApprovals.ts';
import { EditorEngine } from './editorEngine.ts';
import { manifestOf } from './manifest.ts';
import { SettingsPatterns } from './patternSettings/settingsPatterns.ts';
import type { CodeModels } from './provider/codeModels.ts';
import { RecordedRuns } from './recorded/recordedRuns.ts';
import { ScriptPanels } from './runPages/index.ts';
import { EditorRuns } from './runs/editorRuns.ts';
import { ArgumentMemory } from './scripts/argumentMemory.ts';
import { ScratchScripts } from './scratch/scratchScripts.ts';
import { ScriptRunner } from './scratch/scriptRunner.ts';
import { Savings } from './usage/savings.ts';
import { SetUp } from './setup/setUp.ts';
import { EditorUsage } from './usage/editorUsage.ts';
import { savedTokensItem } from './views/savedTokensItem.ts';
import { ToolExplanations } from './views/toolExplanations.ts';
import { ServersView } from './views/serversView.ts';

export type EditorSession = ReturnType<typeof openSession>;

interface SessionOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly output: vscode.OutputChannel;
  /** Fires when the view of servers must be redrawn. */
  readonly rowsChanged: vscode.EventEmitter<void>;
  /** Fires when the view of runs must be redrawn. */
  readonly runsChanged: vscode.EventEmitter<void>;
  /** Called with true if tools are passed through. */
  readonly onPasses: (any: boolean) => void;
}

/** Starts no server, thread or process. */
export function openSession({ context, log, output, rowsChanged, runsChanged, onPasses }: SessionOptions) {
  const { extensionUri, globalState, globalStorageUri, storageUri, workspaceState } = context;
  const manifest = manifestOf(context.extension);
  const tokens = new DefinitionTokens();
  const editor = new EditorEngine(context, log);
  const { servers } = editor;
  const approvals = new EditorApprovals(context, servers.questions, servers.trust);
  const runs = new EditorRuns({ editor, output, globalState });
  const savings = new Savings(editor, manifest, tokens);
  const usage = new EditorUsage(savings, log);
  const parts = { editor, approvals, runs, usage, log };
  const scratch = new ScratchScripts({ ...parts, storage: storageUri ?? globalStorageUri });
  const results = scriptPanels(parts, extensionUri, () => runner);
  const argumentMemory = new ArgumentMemory(workspaceState);
  const runner: ScriptRunner = new ScriptRunner({ ...parts, results, argumentMemory, kept: workspaceState });
  const recorded = new RecordedRuns({ ...parts, extensionUri, rowsChanged: () => runsChanged.fire() });
  const settingsPatterns = new SettingsPatterns(editor, manifest);
  const explanations = new ToolExplanations(editor.workbench.declarations, tokens);
  const savedTokens = savedTokensItem(usage);
  const chatServers = serveChats({ ...parts, version: manifest.version, onPasses });
  let models: Promise<CodeModels> | undefined;
  for (const rows of [editor, usage, approvals.consents]) rows.onDidChange(() => rowsChanged.fire());
  return {
    ...parts,
    manifest,
    servers,
    /** The views and commands for runs, past ones included. */
    recorded,
    scratch,
    results,
    argumentMemory,
    runner,
    executeCode: executeCodeTool(parts),
    findTools: findToolsTool(parts),
    view: new ServersView({ ...parts, tokens, consents: approvals.consents, changed: rowsChanged }),
    explanations,
    chatServers,
    setUp: new SetUp(servers, savings, usage, context),
    settingsPatterns,

    /** The language models that write scripts, created when a chat first asks one. */
    models: () =>
      (models ??= import('./provider/codeModels.ts').then(
        ({ CodeModels }) => new CodeModels({ ...parts, folder: join(globalStorageUri.fsPath, 'turns') }),
      )),

    /** Cancels the current runs, and closes servers and processes. */
    dispose: async () => {
      const views = [recorded, results, settingsPatterns, explanations, savedTokens];
      for (const part of [...views, runs, runner, scratch, approvals, savings, usage]) part.dispose();
      // `allSettled` ignores failures, because the servers must close in any case: their processes would go on
      // otherwise.
      await Promise.allSettled([chatServers.dispose(), models?.then((loaded) => loaded.dispose())]);
      await usage.stored();
      await editor.dispose();
    },
  };
}

/** Creates the panels of scripts, whose buttons act on the runner. */
function scriptPanels(
  { editor, runs, log }: { editor: EditorEngine; runs: EditorRuns; log: vscode.LogOutputChannel },
  extensionUri: vscode.Uri,
  runner: () => ScriptRunner,
): ScriptPanels {
  return new ScriptPanels({
    extensionUri,
    runs: editor.runs,
    values: editor.values,
    run: (script) => runner().run(script),
    stop: (script) => runner().stop(script),
    replay: (script, record) => runner().replay(script, record),
    named: (code, signal) => editor.engine.namedTools(code, signal),
    showOutput: () => runs.showOutput(),
    log: (line) => log.error(line),
  });
}
