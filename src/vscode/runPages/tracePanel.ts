// The editor tab with the trace of one run: follows the record while the run is on, and passes messages between the trace and its feed.
import * as vscode from 'vscode';
import type { NamedTool } from '../../runs/callLines.ts';
import type { PagedValues } from '../../runs/pagedValues.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { RunStore } from '../../runs/runStore.ts';
import { titleOf } from '../../runs/runTexts.ts';
import { isFromTrace, type FromTrace, type RunAction } from '../../webview/trace/traceMessages.ts';
import { plainLabel } from '../labelText.ts';
import { goneHead } from './pageTexts.ts';
import { TraceFeed } from './traceFeed.ts';
import { loadPage } from './webviewPage.ts';

/** Milliseconds between two pictures of a run that waits. */
const liveMs = 500;
/** A picture of a hundred thousand calls takes a third of a second of the host's thread: it rests so many times as long before the next. */
const restFactor = 10;
const longestTitle = 30;

export interface TracePanelParts {
  readonly extensionUri: vscode.Uri;
  readonly runs: Pick<RunStore, 'read' | 'value' | 'follow'>;
  readonly values: PagedValues;
  /** Where the code names tools, and the code without its fence. */
  readonly named: (code: string, signal: AbortSignal) => Promise<{ readonly source: string; readonly named: readonly NamedTool[] }>;
  readonly actionsOf: (record: RunRecord) => readonly RunAction[];
  readonly act: (action: RunAction, id: string) => void;
}

export class TracePanel implements vscode.Disposable {
  readonly #parts: TracePanelParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #id: string;
  readonly #feed: TraceFeed;
  readonly #closing = new AbortController();
  #stopFollowing: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #record: RunRecord | undefined;
  /** As `performance.now()` has it: while the run is on, nothing is shown before. */
  #restUntil = 0;
  /** The page is there and has heard of the code. */
  #isReady = false;

  /** `onClosed`: it shows nothing any more. */
  constructor(parts: TracePanelParts, panel: vscode.WebviewPanel, id: string, onClosed: () => void) {
    this.#parts = parts;
    this.#panel = panel;
    this.#id = id;
    this.#feed = new TraceFeed({
      post: (message) => void panel.webview.postMessage(message),
      ask: (value, query) => parts.values.ask(value, query, this.#closing.signal),
      actionsOf: parts.actionsOf,
    });
    panel.webview.onDidReceiveMessage((message: unknown) => {
      // It was guarded; what goes wrong with it is ours and is in the log of the extension host.
      if (isFromTrace(message)) void this.#heard(message);
    });
    panel.onDidDispose(() => {
      this.dispose();
      onClosed();
    });
    loadPage(panel, parts.extensionUri, 'trace');
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.#closing.abort();
    this.#stopFollowing?.();
    clearInterval(this.#timer);
  }

  async #heard(message: FromTrace): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#begin();
      case 'action':
        this.#parts.act(message.action, this.#id);
        return;
      default: {
        const copied = await this.#feed.answer(message).catch((error: unknown) => {
          if (!this.#closing.signal.aborted) throw error;
          return undefined;
        });
        if (copied !== undefined) await vscode.env.clipboard.writeText(copied);
      }
    }
  }

  /** The page is loaded: for the first time, or after it was hidden. */
  async #begin(): Promise<void> {
    this.#isReady = false;
    this.#feed.begin();
    this.#restUntil = 0;
    const record = await this.#parts.runs.read(this.#id);
    if (this.#closing.signal.aborted) return;
    if (!record) {
      this.#panel.title = 'Run';
      void this.#panel.webview.postMessage({ type: 'head', head: goneHead(this.#id) });
      return;
    }
    const title = titleOf(record);
    this.#panel.title = plainLabel(title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title);
    await this.#sendCode(record);
    this.#isReady = true;
    this.#show(record);
    if (record.state === 'running') this.#follow();
  }

  async #sendCode(record: RunRecord): Promise<void> {
    const { runs, named } = this.#parts;
    const read = await runs.value(record.code);
    const code = read.ok && typeof read.value === 'string' ? read.value : undefined;
    if (code === undefined) {
      this.#feed.code(undefined, []);
      return;
    }
    // Without the checker the code is shown, and no lines of calls.
    const prepared = await named(code, this.#closing.signal).catch(() => ({ source: code, named: [] }));
    this.#feed.code(prepared.source, prepared.named);
  }

  #follow(): void {
    this.#stopFollowing ??= this.#parts.runs.follow(this.#id, (record) => this.#show(record));
    this.#timer ??= setInterval(() => this.#record && this.#show(this.#record), liveMs);
  }

  #show(record: RunRecord): void {
    this.#record = record;
    const isOn = record.state === 'running';
    if (!isOn) clearInterval(this.#timer);
    if (!this.#isReady || !this.#panel.visible || (isOn && performance.now() < this.#restUntil)) return;
    const start = performance.now();
    this.#feed.show(record, Date.now());
    this.#restUntil = performance.now() + (performance.now() - start) * restFactor;
  }
}
