// Feeds one result panel: sends what is new of the run that is shown, and answers what the page asks of its values. Knows the messages, not the
// editor.
import { TimeSlice } from '../../base/timeSlice.ts';
import type { HeldValue } from '../../runs/heldValue.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { ValueAnswer, ValueQuery } from '../../runs/valueQueries.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { pageSize, type Source } from '../../webview/base/valueMessages.ts';
import type { SelectedCall } from '../../webview/base/runMessages.ts';
import type { FromResult, ResultHead, ToResult } from '../../webview/result/resultMessages.ts';
import { selectedCall, unrecordedCall } from './pageTexts.ts';
import { noValue, valueReply } from './valueReply.ts';
import type { ScriptRun } from './scriptRun.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface ResultFeedParts {
  readonly post: (message: ToResult) => void;
  readonly ask: (value: HeldValue, query: ValueQuery) => Promise<ValueAnswer>;
  /** The record of a run; undefined where there is none. */
  readonly record: (id: string) => Promise<RunRecord | undefined>;
  readonly headOf: (run: ScriptRun) => ResultHead;
  /** The run of that number, if the panel has it. */
  readonly run: (number: number) => ScriptRun | undefined;
}

/** What the page asks, and gets a reply to. */
type Question = Extract<FromResult, { readonly request: number }>;

/** Entries, calls or displays of one message. */
const atOnce = 2_000;
/** Characters of a text that a page gets. */
const longestText = 200_000;

/** What the page has of the run that it shows. */
interface Sent {
  readonly run: ScriptRun;
  entries: number;
  displays: number;
  tools: number;
  head: string;
}

export class ResultFeed {
  readonly #parts: ResultFeedParts;
  /** Another one with each beginning. */
  #sent: Sent | undefined;
  #sending: Promise<void> = Promise.resolve();
  /** Of the run whose calls were asked about last. */
  #record: RunRecord | undefined;

  constructor(parts: ResultFeedParts) {
    this.#parts = parts;
  }

  /** The page has nothing of the run: it is loaded, or shows another one now. */
  begin(run: ScriptRun): void {
    this.#sent = { run, entries: 0, displays: 0, tools: 0, head: '' };
    this.#record = undefined;
    // All in their order.
    run.changedCalls.clear();
    for (const call of run.calls.keys()) run.changedCalls.add(call);
    this.#parts.post({ type: 'begin', run: run.number, startedAt: run.startedAt });
  }

  /** Sends what has changed since, after what is being sent. */
  show(): Promise<void> {
    const shown = this.#sending.then(() => this.#send());
    this.#sending = shown.catch(() => undefined);
    return shown;
  }

  async answer(question: Question): Promise<void> {
    this.#parts.post(await this.#replyTo(question));
  }

  /** In slices: the host's thread is shared. Nothing more of it comes once the page begins again. */
  async #send(): Promise<void> {
    const sent = this.#sent;
    if (!sent) return;
    const slice = new TimeSlice();
    for (const message of this.#news(sent)) {
      this.#parts.post(message);
      await slice.yieldIfOver();
      if (this.#sent !== sent) return;
    }
  }

  /** There may be more of the run each time that it goes on. */
  *#news(sent: Sent): Generator<ToResult> {
    const { run } = sent;
    do {
      while (sent.entries < run.entries.length) {
        const from = sent.entries;
        const entries = run.entries.slice(from, from + atOnce);
        sent.entries += entries.length;
        yield { type: 'entries', from, entries };
      }
      const bars = [...run.changedCalls].flatMap((number) => run.calls.get(number) ?? []);
      run.changedCalls.clear();
      if (sent.tools < run.tools.length) {
        sent.tools = run.tools.length;
        yield { type: 'tools', tools: [...run.tools] };
      }
      for (let from = 0; from < bars.length; from += atOnce) yield { type: 'bars', bars: bars.slice(from, from + atOnce) };
    } while (sent.entries < run.entries.length || run.changedCalls.size > 0);
    if (sent.displays < run.displays.length) {
      const from = sent.displays;
      sent.displays = run.displays.length;
      yield { type: 'displays', from, displays: run.displays.slice(from).map(({ shown }) => shown) };
    }
    // Last: by what there is when the run is over, the page chooses what to show.
    const head = this.#parts.headOf(run);
    const text = stringifyExact(head);
    const isNew = text !== sent.head;
    sent.head = text;
    if (isNew) yield { type: 'head', head };
  }

  async #replyTo(question: Question): Promise<ToResult> {
    const { request } = question;
    switch (question.type) {
      case 'call':
        return { type: 'call', request, ...(await this.#detailsOf(question.call)) };
      case 'members':
      case 'search':
        return valueReply(question, async (query) => this.ask(question.source, query));
      case 'shape': {
        const answer = await this.ask(question.source, { kind: 'shape' });
        if (answer.kind !== 'shape') return noValue(request, answer);
        const { tables, media, isMedia, text } = answer;
        return { type: 'shape', request, tables, media, isMedia, ...(text && { text }) };
      }
      case 'text': {
        const answer = await this.ask(question.source, { kind: 'text', path: [], most: longestText + 1 });
        if (answer.kind !== 'text') return noValue(request, answer);
        const text = visibleText(answer.text.slice(0, longestText).toWellFormed());
        return { type: 'text', request, text, isWhole: answer.text.length <= longestText };
      }
      case 'table': {
        const { source, path, from, filter, sort } = question;
        const answer = await this.ask(source, { kind: 'table', path, from, count: pageSize, filter, ...(sort && { sort }) });
        if (answer.kind !== 'table') return noValue(request, answer);
        const { columns, moreColumns, all, total, rows } = answer;
        return { type: 'table', request, columns, moreColumns, all, total, rows };
      }
      case 'media': {
        const answer = await this.ask(question.source, { kind: 'media', path: question.path });
        if (answer.kind !== 'media') return noValue(request, answer);
        return { type: 'media', request, mimeType: answer.mimeType, base64: answer.base64 };
      }
    }
  }

  /** Of a value of the run that is shown; `value` of any that the panel has. */
  async ask(source: Source, query: ValueQuery): Promise<ValueAnswer> {
    const value = await this.#valueOf(source);
    return value === undefined ? { kind: 'none', why: 'missing' } : this.#parts.ask(value, query);
  }

  async #valueOf({ of, n }: Source): Promise<HeldValue | undefined> {
    switch (of) {
      case 'value':
        return this.#parts.run(n)?.value;
      case 'display':
        return this.#sent?.run.displays[n]?.value;
      case 'entry':
        return this.#sent?.run.longTexts.get(n);
      case 'input':
        return (await this.#recordedCall(n))?.input;
      case 'output':
        return (await this.#recordedCall(n))?.output;
      case 'failure':
        return (await this.#recordedCall(n))?.error?.failure;
      case 'args':
        return undefined;
    }
  }

  async #detailsOf(number: number): Promise<SelectedCall> {
    const call = await this.#recordedCall(number);
    if (call) return selectedCall(call, []);
    const run = this.#sent?.run;
    const bar = run?.calls.get(number);
    return unrecordedCall(bar && run?.tools[bar.tool]?.path);
  }

  async #recordedCall(number: number): Promise<RunRecord['callList'][number] | undefined> {
    const run = this.#sent?.run;
    if (run?.recordId === undefined) return undefined;
    // Of a run that is on, there is more each time.
    if (this.#record?.id !== run.recordId || this.#record.state === 'running') this.#record = await this.#parts.record(run.recordId);
    return this.#record?.callList.find(({ call }) => call === number);
  }
}
