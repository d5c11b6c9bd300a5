// The editor tab with the page about runs. It passes messages between the page and its feed, and shows one of its runs.
import * as vscode from 'vscode';
import type { ReferencedTool, RunStore } from '../../journal/index.ts';
import { whyNoValue, type PagedValues, type ValueQuery } from '../../journal/values/index.ts';
import {
  isFromPage,
  type FromPage,
  type RunAction,
  type RunHead,
  type Source,
} from '../pages/run/runMessages.ts';
import { RunFeed } from './runFeed.ts';
import { saveResult } from './saveResult.ts';
import type { ShownRun } from './shownRun.ts';
import { loadPage } from './webviewPage.ts';

/** Time between two updates of a run in progress, in milliseconds. */
const liveMs = 100;
/** Time between two updates of a run without news, in milliseconds; its bars grow with time. */
const waitingMs = 500;
/**
 * Ratio of the pause to the time that an update took. An update of a hundred thousand calls takes a third of a second
 * of the extension host's thread.
 */
const restFactor = 10;
/** Maximum number of runs that are kept beside the pinned ones: the last one and the one before. */
const mostLoose = 2;
const mostPinned = 10;
/** Maximum length of a text that is copied to the clipboard, in characters. */
const longestCopy = 20_000_000;

export interface RunPanelParts {
  readonly extensionUri: vscode.Uri;
  readonly runs: Pick<RunStore, 'read' | 'value'>;
  readonly values: PagedValues;
  /** Resolves to the code without its Markdown fence and the positions in it that name tools. */
  readonly named: (
    code: string,
    signal: AbortSignal,
  ) => Promise<{ readonly source: string; readonly named: readonly ReferencedTool[] }>;
  /** The script's file, or a path beside which the save dialog opens. */
  readonly file: vscode.Uri;
  readonly headOf: (run: ShownRun, all: readonly ShownRun[]) => RunHead;
  /** Performs an action on a run. The panel itself handles only pinning. */
  readonly act: (
    action: Exclude<RunAction, 'pin' | 'unpin'>,
    run: ShownRun,
    others: readonly ShownRun[],
  ) => void;
  /** Shows a position in the script's file. */
  readonly goTo?: (line: number, column: number | undefined) => Promise<void>;
  /** Logs an error of Code Mode itself. */
  readonly log: (line: string) => void;
}

export class RunPanel implements vscode.Disposable {
  /** The runs of the panel, newest last. */
  runs: readonly ShownRun[] = [];
  readonly #parts: RunPanelParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #feed: RunFeed;
  readonly #closing = new AbortController();
  readonly #waiting: NodeJS.Timeout;
  #shown: ShownRun | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Time until the next update of a run in progress, in milliseconds. */
  #rest = liveMs;
  #isReady = false;

  constructor(parts: RunPanelParts, panel: vscode.WebviewPanel, onClosed: () => void) {
    this.#parts = parts;
    this.#panel = panel;
    this.#feed = new RunFeed({
      post: (message) => {
        // The feed may still send after the page is closed.
        if (!this.#closing.signal.aborted) void panel.webview.postMessage(message);
      },
      ask: (value, query) => parts.values.ask(value, query, this.#closing.signal),
      record: (id) => parts.runs.read(id),
      headOf: (run) => parts.headOf(run, this.runs),
      run: (number) => this.runs.find((run) => run.number === number),
    });
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if (isFromPage(message)) this.#logged(this.#heard(message));
    });
    panel.onDidChangeViewState(() => this.changed());
    panel.onDidDispose(() => {
      this.dispose();
      onClosed();
    });
    this.#waiting = setInterval(() => {
      if (this.#shown?.isOn) this.changed();
    }, waitingMs);
    loadPage(panel, parts.extensionUri);
  }

  /** Aborts when the panel is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  set title(title: string) {
    this.#panel.title = title;
  }

  /** Adds the run and shows it. */
  add(run: ShownRun): void {
    const loose = this.runs.filter(({ isPinned }) => !isPinned).slice(1 - mostLoose);
    this.runs = [...this.runs.filter((one) => one.isPinned || loose.includes(one)), run];
    this.#choose(run);
  }

  reveal({ preserveFocus }: { readonly preserveFocus: boolean }): void {
    if (!this.#panel.visible || !preserveFocus) this.#panel.reveal(undefined, preserveFocus);
  }

  /** To be called when a run has changed. */
  changed(): void {
    if (!this.#isReady || !this.#panel.visible) return;
    const isOn = this.#shown?.isOn === true;
    // The end of a run is shown without the long pause.
    if (!isOn) clearTimeout(this.#timer);
    if (isOn && this.#timer) return;
    const shown = () => {
      this.#timer = undefined;
      if (!this.#closing.signal.aborted && this.#panel.visible) this.#logged(this.#show());
    };
    this.#timer = setTimeout(shown, isOn ? this.#rest : liveMs);
  }

  dispose(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#waiting);
  }

  async #show(): Promise<void> {
    const start = performance.now();
    await this.#feed.show();
    this.#rest = Math.max(liveMs, (performance.now() - start) * restFactor);
  }

  #choose(run: ShownRun): void {
    this.#shown = run;
    if (!this.#isReady) return;
    this.#feed.begin(run);
    this.#logged(this.#sendCode(run));
    this.#logged(this.#show());
  }

  async #sendCode(run: ShownRun): Promise<void> {
    const code = run.code ?? (await this.#recordedCode(run));
    // If the checker fails, the page shows the code without the lines of calls.
    const prepared =
      code === undefined
        ? undefined
        : await this.#parts.named(code, this.#closing.signal).catch(() => ({ source: code, named: [] }));
    this.#feed.code(run, prepared?.source, prepared?.named ?? []);
    await this.#show();
  }

  async #recordedCode({ record }: ShownRun): Promise<string | undefined> {
    const read = record && (await this.#parts.runs.value(record.code));
    return read?.ok === true && typeof read.value === 'string' ? read.value : undefined;
  }

  #logged(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#parts.log(`The page of a run: ${String(error)}`);
    });
  }

  async #heard(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        if (this.#shown) this.#choose(this.#shown);
        return;
      case 'action':
        if (this.#shown) this.#act(message.action, this.#shown);
        return;
      case 'show': {
        const run = this.runs.find(({ number }) => number === message.run);
        if (run) this.#choose(run);
        return;
      }
      case 'line':
        return this.#parts.goTo?.(message.line, message.column);
      case 'copy':
        return this.#copy(message.source, message.query);
      case 'save': {
        const problem = await saveResult(message, this.#parts.file, async (query) =>
          this.#feed.ask(message.source, query),
        );
        if (problem !== undefined) void vscode.window.showErrorMessage(problem);
        return;
      }
      default:
        return this.#feed.answer(message);
    }
  }

  #act(action: RunAction, run: ShownRun): void {
    if (action !== 'pin' && action !== 'unpin') {
      this.#parts.act(
        action,
        run,
        this.runs.filter((one) => one !== run),
      );
      return;
    }
    if (action === 'pin' && this.runs.filter(({ isPinned }) => isPinned).length >= mostPinned) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} results are pinned. Unpin one first.', mostPinned),
      );
      return;
    }
    run.isPinned = action === 'pin';
    this.#logged(this.#show());
  }

  async #copy(source: Source, query: ValueQuery): Promise<void> {
    const answer = await this.#feed.ask(source, query);
    if (answer.kind !== 'text')
      void vscode.window.showErrorMessage(vscode.l10n.t('Nothing was copied. {0}', whyNoValue(answer)));
    else if (answer.text.length > longestCopy)
      void vscode.window.showErrorMessage(vscode.l10n.t('This is too long to be copied. Save it as a file.'));
    else await vscode.env.clipboard.writeText(answer.text);
  }
}
