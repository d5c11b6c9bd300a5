// The editor tab with the results of one script: the run that is on or was last, the one before it, and those that were pinned.
import * as vscode from 'vscode';
import type { PagedValues } from '../../runs/pagedValues.ts';
import type { RunStore } from '../../runs/runStore.ts';
import { isFromResult, type FromResult, type ResultAction } from '../../webview/result/resultMessages.ts';
import { scriptName } from '../workspace/scriptName.ts';
import { plainLabel } from '../labelText.ts';
import { resultHead, rootName, type PanelWork } from './pageTexts.ts';
import { ResultFeed } from './resultFeed.ts';
import { saveResult } from './saveResult.ts';
import type { ScriptRun } from './scriptRun.ts';
import { loadPage } from './webviewPage.ts';

/** Milliseconds between two pictures of a run that is on. */
const liveMs = 100;
/** Runs that stay beside those that are pinned: the last and the one before. */
const mostLoose = 2;
const mostPinned = 10;
/** Characters that the clipboard is given. */
const longestCopy = 20_000_000;

export interface ResultPanelParts {
  readonly extensionUri: vscode.Uri;
  readonly runs: Pick<RunStore, 'read'>;
  readonly values: PagedValues;
  /** What is done with a run outside of the panel. */
  readonly act: (action: Exclude<ResultAction, 'pin' | 'unpin'>, script: vscode.Uri, run: ScriptRun, others: readonly ScriptRun[]) => void;
  /** Says so to the user. */
  readonly notDone: (work: PanelWork, script: vscode.Uri, error: unknown) => Promise<void>;
  /** What goes wrong is ours. */
  readonly log: (line: string) => void;
}

export class ResultPanel implements vscode.Disposable {
  readonly script: vscode.Uri;
  readonly #parts: ResultPanelParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #feed: ResultFeed;
  readonly #closing = new AbortController();
  /** The newest last. */
  #runs: readonly ScriptRun[] = [];
  #shown: ScriptRun | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;

  constructor(parts: ResultPanelParts, panel: vscode.WebviewPanel, script: vscode.Uri, onClosed: () => void) {
    this.#parts = parts;
    this.#panel = panel;
    this.script = script;
    const title = scriptName(script);
    this.#feed = new ResultFeed({
      post: (message) => {
        // Slices of what is sent come after the page is gone, too.
        if (!this.#closing.signal.aborted) void panel.webview.postMessage(message);
      },
      ask: (value, query) => parts.values.ask(value, query, this.#closing.signal),
      record: (id) => parts.runs.read(id),
      headOf: (run) => resultHead(run, { script: script.toString(), title, runs: this.#runs }),
      run: (number) => this.#runs.find((run) => run.number === number),
    });
    panel.title = plainLabel(`Result: ${script.path.split('/').at(-1) ?? ''}`);
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if (!isFromResult(message)) return;
      this.#logged(this.#heard(message));
    });
    panel.onDidChangeViewState(() => this.changed());
    panel.onDidDispose(() => {
      this.dispose();
      onClosed();
    });
    loadPage(panel, parts.extensionUri, 'result', { media: true });
  }

  get runs(): readonly ScriptRun[] {
    return this.#runs;
  }

  /** Shows the run from now on. */
  add(run: ScriptRun): void {
    const loose = this.#runs.filter(({ isPinned }) => !isPinned).slice(1 - mostLoose);
    this.#runs = [...this.#runs.filter((one) => one.isPinned || loose.includes(one)), run];
    this.#choose(run);
  }

  /** Without taking the keyboard from the script. */
  reveal(): void {
    if (!this.#panel.visible) this.#panel.reveal(undefined, true);
  }

  /** There is more of a run. */
  changed(): void {
    if (!this.#isReady || !this.#panel.visible) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#closing.signal.aborted && this.#panel.visible) this.#logged(this.#feed.show());
    }, liveMs);
  }

  dispose(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
  }

  #choose(run: ScriptRun): void {
    this.#shown = run;
    if (!this.#isReady) return;
    this.#feed.begin(run);
    this.#logged(this.#feed.show());
  }

  #logged(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#parts.log(`The result panel: ${String(error)}`);
    });
  }

  async #heard(message: FromResult): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        if (this.#shown) this.#choose(this.#shown);
        return;
      case 'action':
        if (this.#shown) this.#act(message.action, this.#shown);
        return;
      case 'show': {
        const run = this.#runs.find(({ number }) => number === message.run);
        if (run) this.#choose(run);
        return;
      }
      case 'line':
        return this.#goTo(message.line, message.column).catch((error: unknown) => this.#parts.notDone('line', this.script, error));
      case 'copy': {
        const { source, path, what } = message;
        const query = what === 'value' ? ({ kind: 'text', path } as const) : ({ kind: 'path', path, root: rootName(source) } as const);
        const answer = await this.#feed.ask(source, query);
        return this.#copy(answer.kind === 'text' ? answer.text : undefined);
      }
      case 'copyTable': {
        const { source, path, format, filter, sort } = message;
        const answer = await this.#feed.ask(source, { kind: 'tableText', path, format, filter, ...(sort && { sort }) });
        return this.#copy(answer.kind === 'text' ? answer.text : undefined);
      }
      case 'save': {
        const problem = await saveResult(message, this.script, async (query) => this.#feed.ask(message.source, query));
        if (problem !== undefined) void vscode.window.showErrorMessage(problem);
        return;
      }
      default:
        return this.#feed.answer(message);
    }
  }

  #act(action: ResultAction, run: ScriptRun): void {
    if (action !== 'pin' && action !== 'unpin') {
      this.#parts.act(
        action,
        this.script,
        run,
        this.#runs.filter((one) => one !== run),
      );
      return;
    }
    if (action === 'pin' && this.#runs.filter(({ isPinned }) => isPinned).length >= mostPinned) {
      void vscode.window.showInformationMessage(`${mostPinned} results are pinned. Unpin one first.`);
      return;
    }
    run.isPinned = action === 'pin';
    this.#logged(this.#feed.show());
  }

  async #copy(text: string | undefined): Promise<void> {
    if (text === undefined) void vscode.window.showErrorMessage('Nothing was copied: the value is no longer there.');
    else if (text.length > longestCopy) void vscode.window.showErrorMessage('This is too long to be copied. Save it as a file.');
    else await vscode.env.clipboard.writeText(text);
  }

  /** In the column of its editor, where it has one. */
  async #goTo(line: number, column = 1): Promise<void> {
    const known = vscode.window.tabGroups.all.find(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === this.script.toString()),
    );
    const document = await vscode.workspace.openTextDocument(this.script);
    const at = document.validatePosition(new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1)));
    const viewColumn = known?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(at, at) });
  }
}
