// Creates and connects all parts that a window loads with the first use of Code Mode.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { DefinitionTokens } from '../catalog/index.ts';
import { ChatServers } from './chat/chatServers.ts';
import { executeCodeTool, findToolsTool } from './chat/chatTools.ts';
import { EditorApprovals } from './consent/editorApprovals.ts';
import { EditorEngine } from './editorEngine.ts';
import { machineSettings, SettingsPatterns } from './patternSettings/settingsPatterns.ts';
import type { CodeModels } from './provider/codeModels.ts';
import { RecordedRuns } from './recorded/recordedRuns.ts';
import { ScriptPanels } from './runPages/index.ts';
import { EditorRuns } from './runs/editorRuns.ts';
import { RunProblems } from './scratch/runProblems.ts';
import { ArgumentMemory } from './scripts/argumentMemory.ts';
import { ScratchScripts } from './scratch/scratchScripts.ts';
import { ScriptRunner } from './scratch/scriptRunner.ts';
import { versionOf, type EditorMcpServers } from './servers/editorMcpServers.ts';
import { Savings } from './usage/savings.ts';
import { SetUp } from './setup/setUp.ts';
import { EditorUsage } from './usage/editorUsage.ts';
import { SavedTokensItem } from './views/savedTokensItem.ts';
import { ToolExplanations } from './views/toolExplanations.ts';
import { ServersView } from './views/serversView.ts';

export class EditorSession {
  readonly editor: EditorEngine;
  readonly servers: EditorMcpServers;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  /** The views and commands for runs, past ones included. */
  readonly recorded: RecordedRuns;
  readonly scratch: ScratchScripts;
  readonly results: ScriptPanels;
  readonly argumentMemory: ArgumentMemory;
  readonly runner: ScriptRunner;
  readonly executeCode: ReturnType<typeof executeCodeTool>;
  readonly findTools: ReturnType<typeof findToolsTool>;
  readonly view: ServersView;
  readonly explanations: ToolExplanations;
  readonly chatServers: ChatServers;
  readonly setUp: SetUp;
  readonly usage: EditorUsage;
  readonly settingsPatterns: SettingsPatterns;
  readonly #disposables: readonly Pick<vscode.Disposable, 'dispose'>[];
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  #models: Promise<CodeModels> | undefined;

  /**
   * The constructor starts no server, thread or process. `rowsChanged` and `runsChanged` fire when the views of servers
   * and of runs must be redrawn; `onPasses` is called with true if tools are passed through.
   */
  constructor(
    context: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
    output: vscode.OutputChannel,
    rowsChanged: vscode.EventEmitter<void>,
    runsChanged: vscode.EventEmitter<void>,
    onPasses: (any: boolean) => void,
  ) {
    const tokens = new DefinitionTokens();
    this.#context = context;
    this.#log = log;
    const editor = new EditorEngine(context, log);
    this.editor = editor;
    this.servers = editor.servers;
    this.approvals = new EditorApprovals(context, this.servers.questions, this.servers.trust);
    this.runs = new EditorRuns({
      engine: editor.engine,
      past: editor.runs.past,
      output,
      hideSecrets: (text) => this.servers.source.hideSecrets(text),
      globalState: context.globalState,
    });
    const storage = context.storageUri ?? context.globalStorageUri;
    this.scratch = new ScratchScripts(editor, this.approvals, log, storage);
    this.results = new ScriptPanels({
      extensionUri: context.extensionUri,
      runs: editor.runs,
      values: editor.values,
      run: (script) => this.runner.run(script),
      stop: (script) => this.runner.stop(script),
      replay: (script, record) => this.runner.replay(script, record),
      named: (code, signal) => editor.engine.namedTools(code, signal),
      showOutput: () => this.runs.showOutput(),
      log: (line) => log.error(line),
    });
    this.argumentMemory = new ArgumentMemory(context.workspaceState);
    const { approvals, runs, results, argumentMemory } = this;
    const problems = new RunProblems();
    this.runner = new ScriptRunner({
      editor,
      approvals,
      runs,
      results,
      argumentMemory,
      problems,
      kept: context.workspaceState,
    });
    const savings = new Savings(editor, context.extension.packageJSON, tokens);
    this.usage = new EditorUsage(savings, log);
    this.view = new ServersView(editor, tokens, approvals.consents, this.usage);
    this.explanations = new ToolExplanations(editor.workbench.declarations, tokens);
    this.setUp = new SetUp(this.servers, savings, this.usage, context);
    const { usage } = this;
    const chatParts = { editor, approvals, runs, usage };
    this.executeCode = executeCodeTool(chatParts);
    this.findTools = findToolsTool(chatParts);
    this.recorded = new RecordedRuns({
      editor,
      approvals,
      runs,
      log,
      extensionUri: context.extensionUri,
      rowsChanged: () => runsChanged.fire(),
    });
    this.settingsPatterns = new SettingsPatterns(editor, machineSettings(context.extension.packageJSON));
    const version = versionOf(context.extension);
    this.chatServers = new ChatServers({ ...chatParts, version, onPasses, log });
    this.#disposables = [
      this.recorded,
      this.results,
      this.runs,
      this.runner,
      problems,
      this.scratch,
      this.approvals,
      this.settingsPatterns,
      this.explanations,
      new SavedTokensItem(usage),
      savings,
      usage,
    ];
    for (const rows of [editor, usage, approvals.consents]) rows.onDidChange(() => rowsChanged.fire());
  }

  /** The language models that write scripts, created when a chat first asks one. */
  get models(): Promise<CodeModels> {
    const { editor, usage, runs } = this;
    const [log, folder] = [this.#log, join(this.#context.globalStorageUri.fsPath, 'turns')];
    return (this.#models ??= import('./provider/codeModels.ts').then(
      ({ CodeModels }) => new CodeModels({ editor, usage, runs, folder, log }),
    ));
  }

  /** Cancels the current runs, and closes servers and processes. */
  async dispose(): Promise<void> {
    for (const part of this.#disposables) part.dispose();
    // `allSettled` ignores failures, because the servers must close in any case: their processes would go on otherwise.
    await Promise.allSettled([this.chatServers.dispose(), this.#models?.then((models) => models.dispose())]);
    await this.usage.stored();
    await this.editor.dispose();
  }
}
