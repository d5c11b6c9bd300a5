// Feeds one trace: sends what is new in a record, and answers what the trace asks. Knows the messages, not the editor.
import type { RecordedValue } from '../../runs/runEvent.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { callLines, type NamedTool } from '../../runs/callLines.ts';
import { runViewOf, type CallBar } from '../../runs/runView.ts';
import type { ValueAnswer, ValueQuery } from '../../runs/valueQueries.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { shownCode, visibleName } from '../../base/text/visibleText.ts';
import type { SelectedCall } from '../../webview/base/runMessages.ts';
import type { Source } from '../../webview/base/valueMessages.ts';
import type { FromTrace, RunAction, ToTrace } from '../../webview/trace/traceMessages.ts';
import { entryOf } from './outputTexts.ts';
import { rootName, selectedCall, traceHead } from './pageTexts.ts';
import { valueReply } from './valueReply.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface TraceFeedParts {
  readonly post: (message: ToTrace) => void;
  readonly ask: (value: RecordedValue, query: ValueQuery) => Promise<ValueAnswer>;
  /** What can be done with the run now. */
  readonly actionsOf: (record: RunRecord) => readonly RunAction[];
}

type Question = Extract<FromTrace, { readonly type: 'call' | 'members' | 'search' | 'copy' }>;

/** Bars of one message. */
const barsAtOnce = 5_000;
/** Entries of one message. */
const entriesAtOnce = 5_000;

export class TraceFeed {
  readonly #parts: TraceFeedParts;
  #record: RunRecord | undefined;
  #named: readonly NamedTool[] = [];
  /** As they were sent. */
  #bars: readonly CallBar[] = [];
  #entries = 0;
  #head = '';
  #frame = '';

  constructor(parts: TraceFeedParts) {
    this.#parts = parts;
  }

  /** The trace has nothing: it is loaded, or was reloaded. */
  begin(): void {
    this.#bars = [];
    this.#entries = 0;
    this.#head = '';
    this.#frame = '';
  }

  /** Without its fence; undefined where it was not recorded. `named`: where it names tools. */
  code(text: string | undefined, named: readonly NamedTool[]): void {
    this.#named = named;
    // A line ends where JavaScript ends it, as positions count.
    const lines = text?.split(/\r\n|[\n\r\u2028\u2029]/).map(shownCode);
    this.#parts.post({ type: 'code', ...(lines && { lines }) });
  }

  /** `now`: milliseconds since 1970. */
  show(record: RunRecord, now: number): void {
    this.#record = record;
    const head = traceHead(record, this.#parts.actionsOf(record));
    const headText = stringifyExact(head);
    if (headText !== this.#head) this.#parts.post({ type: 'head', head });
    this.#head = headText;
    const { bars, tools, lanes, marks, ...model } = runViewOf(record, this.#named, now - record.startedAt);
    const frame = {
      ...model,
      lanes: lanes.map((lane) => ({ ...lane, server: visibleName(lane.server) })),
      tools: tools.map((tool) => ({ ...tool, name: visibleName(tool.name), path: visibleName(tool.path) })),
      marks: marks.map((mark) => ({ ...mark, message: shownLine(mark.message) })),
    };
    const frameText = stringifyExact(frame);
    if (frameText !== this.#frame) this.#parts.post({ type: 'frame', frame });
    this.#frame = frameText;
    this.#sendBars(bars);
    this.#sendEntries(record);
  }

  async answer(question: Question): Promise<string | undefined> {
    const { post } = this.#parts;
    switch (question.type) {
      case 'call':
        post({ type: 'call', request: question.request, ...this.#detailsOf(question.call) });
        return undefined;
      case 'members':
      case 'search':
        post(await valueReply(question, async (query) => this.#ask(question.source, query)));
        return undefined;
      case 'copy': {
        const { source, path, what } = question;
        const answer = await this.#ask(source, what === 'value' ? { kind: 'text', path } : { kind: 'path', path, root: rootName(source) });
        return answer.kind === 'text' ? answer.text : undefined;
      }
    }
  }

  #sendBars(bars: readonly CallBar[]): void {
    const sent = this.#bars;
    const changed = bars.filter((bar, index) => !isSame(bar, sent[index])).map(withPlainMessage);
    for (let from = 0; from < changed.length; from += barsAtOnce) {
      this.#parts.post({ type: 'bars', bars: changed.slice(from, from + barsAtOnce) });
    }
    this.#bars = bars;
  }

  #sendEntries({ output }: RunRecord): void {
    for (let from = this.#entries; from < output.length; from += entriesAtOnce) {
      this.#parts.post({ type: 'entries', from, entries: output.slice(from, from + entriesAtOnce).map(entryOf) });
    }
    this.#entries = output.length;
  }

  #detailsOf(number: number): SelectedCall {
    const call = this.#callOf(number);
    return call ? selectedCall(call, callLines(this.#named)(call)) : { facts: [], values: [] };
  }

  /** Calls are numbered in their order. */
  #callOf(number: number): RunRecord['callList'][number] | undefined {
    const calls = this.#record?.callList ?? [];
    const there = calls[number - 1];
    return there?.call === number ? there : calls.find(({ call }) => call === number);
  }

  async #ask(source: Source, query: ValueQuery): Promise<ValueAnswer> {
    const value = this.#valueOf(source);
    return value === undefined ? { kind: 'none', why: 'missing' } : this.#parts.ask(value, query);
  }

  #valueOf({ of, n }: Source): RecordedValue | undefined {
    switch (of) {
      case 'input':
        return this.#callOf(n)?.input;
      case 'output':
        return this.#callOf(n)?.output;
      case 'failure':
        return this.#callOf(n)?.error?.failure;
      case 'args':
        return this.#record?.args;
      case 'value':
        return this.#record?.value;
      case 'entry': {
        const entry = this.#record?.output[n];
        if (entry?.kind === 'log' || entry?.kind === 'forUser') return entry.text;
        return entry?.kind === 'display' ? entry.block : undefined;
      }
      // Displays are entries here.
      case 'display':
        return undefined;
    }
  }
}

function isSame(one: CallBar, other: CallBar | undefined): boolean {
  return (
    other !== undefined &&
    one.state === other.state &&
    one.sentAt === other.sentAt &&
    one.endedAt === other.endedAt &&
    one.message === other.message
  );
}

function withPlainMessage(bar: CallBar): CallBar {
  return bar.message === undefined ? bar : { ...bar, message: shownLine(bar.message) };
}
