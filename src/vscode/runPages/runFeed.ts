// Feeds a page about runs: it sends the changes of the shown run and answers the page's questions about values. The
// feed knows the messages but not the editor.
import { stringifyExact } from '../../base/exactJson.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { shownCode, visibleName } from '../../base/text/visibleText.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import {
  callLines,
  runViewSteps,
  type ReferencedTool,
  type RunRecord,
  type CallBar,
  type RunFrame,
  type RunView,
} from '../../journal/index.ts';
import type { HeldValue, ValueAnswer, ValueQuery } from '../../journal/values/index.ts';
import type { FromPage, RunHead, SelectedCall, Source, ToPage } from '../pages/run/runMessages.ts';
import { selectedCall, unrecordedCall } from './pageTexts.ts';
import type { ShownRun } from './shownRun.ts';

interface RunFeedParts {
  readonly post: (message: ToPage) => void;
  readonly ask: (value: HeldValue, query: ValueQuery) => Promise<ValueAnswer>;
  /** Reads the record of a run; resolves to undefined if there is none. */
  readonly record: (id: string) => Promise<RunRecord | undefined>;
  readonly headOf: (run: ShownRun) => RunHead;
  /** Returns the panel's run with this number; undefined if there is none. */
  readonly run: (number: number) => ShownRun | undefined;
}

/** A question of the page that expects a reply. */
type PageRequest = Extract<FromPage, { readonly request: number }>;

/** Maximum number of entries, calls or displays in one message. */
const atOnce = 2_000;

/** The parts of the shown run that the page has received. */
interface Sent {
  readonly run: ShownRun;
  /** The positions in the code that name tools. */
  named: readonly ReferencedTool[];
  entries: number;
  displays: number;
  frame: string;
  bars: readonly CallBar[];
  head: string;
}

export class RunFeed {
  readonly #parts: RunFeedParts;
  /** The state since the last `begin`. Each `begin` makes a new object, so that older sending notices it and stops. */
  #sent: Sent | undefined;
  #sending: Promise<void> = Promise.resolve();
  /** The record of the run whose calls the page asked about last. */
  #record: RunRecord | undefined;

  constructor(parts: RunFeedParts) {
    this.#parts = parts;
  }

  /** Starts over, because the page has just loaded or shows another run now. */
  begin(run: ShownRun): void {
    this.#sent = { run, named: [], entries: 0, displays: 0, frame: '', bars: [], head: '' };
    this.#record = undefined;
    this.#parts.post({ type: 'begin', run: run.number, startedAt: run.startedAt });
  }

  /**
   * Sends the code of the shown run without its Markdown fence. `text` is undefined if the code is unknown. `named`:
   * the positions that name tools.
   */
  code(run: ShownRun, text: string | undefined, named: readonly ReferencedTool[]): void {
    if (this.#sent?.run !== run) return;
    this.#sent.named = named;
    // Lines are split at JavaScript's line ends, because positions count them.
    const lines = text?.split(/\r\n|[\n\r\u2028\u2029]/).map(shownCode);
    this.#parts.post({ type: 'code', ...(lines && { lines }) });
  }

  /** Sends the changes since the last call, after the sending in progress. */
  show(): Promise<void> {
    const shown = this.#sending.then(() => this.#send());
    this.#sending = shown.catch(() => undefined);
    return shown;
  }

  async answer(question: PageRequest): Promise<void> {
    this.#parts.post(await this.#replyTo(question));
  }

  /** Sends in slices, because other work shares the extension host's thread. Stops as soon as the page begins again. */
  async #send(): Promise<void> {
    const sent = this.#sent;
    if (!sent) return;
    const slice = new TimeSlice();
    for (const message of this.#news(sent)) {
      if (message) this.#parts.post(message);
      await slice.yieldIfOver();
      if (this.#sent !== sent) return;
    }
  }

  /** Yields undefined between the steps of longer work. */
  *#news(sent: Sent): Generator<ToPage | undefined> {
    const { run } = sent;
    // The run may grow while the generator is suspended.
    while (sent.entries < run.entries.length) {
      const from = sent.entries;
      const entries = run.entries.slice(from, from + atOnce);
      sent.entries += entries.length;
      yield { type: 'entries', from, entries };
    }
    const { bars, ...frame } = yield* runViewSteps(run.viewed, sent.named, Date.now() - run.startedAt);
    const frameText = stringifyExact(frame);
    const isNewFrame = frameText !== sent.frame;
    sent.frame = frameText;
    if (isNewFrame) yield { type: 'frame', frame: safeFrame(frame) };
    const before = sent.bars;
    sent.bars = bars;
    let changed: CallBar[] = [];
    for (const [index, bar] of bars.entries()) {
      if (!isSame(bar, before[index]))
        changed.push(bar.message === undefined ? bar : { ...bar, message: shownLine(bar.message) });
      if (changed.length === atOnce) {
        yield { type: 'bars', bars: changed };
        changed = [];
      } else if (index % atOnce === 0) yield undefined;
    }
    if (changed.length > 0) yield { type: 'bars', bars: changed };
    if (sent.displays < run.displays.length) {
      const from = sent.displays;
      sent.displays = run.displays.length;
      yield { type: 'displays', from, displays: run.displays.slice(from).map(({ shown }) => shown) };
    }
    // The head comes last, because the page chooses its view by the content that is there when the run is over.
    const head = this.#parts.headOf(run);
    const headText = stringifyExact(head);
    const isNewHead = headText !== sent.head;
    sent.head = headText;
    if (isNewHead) yield { type: 'head', head };
  }

  async #replyTo(question: PageRequest): Promise<ToPage> {
    const { request } = question;
    if (question.type === 'call') return { type: 'call', request, ...(await this.#detailsOf(question.call)) };
    const answer = await this.ask(question.source, question.query);
    // Only other questions have answers of these kinds, which are not made for a page.
    const isOther = answer.kind === 'text' || answer.kind === 'block';
    return { type: 'value', request, answer: isOther ? { kind: 'none', why: 'failed' } : answer };
  }

  /** Answers a query about a value of the shown run; a source of kind `value` is the result of any run of the panel. */
  async ask(source: Source, query: ValueQuery): Promise<ValueAnswer> {
    const value = await this.#valueOf(source);
    return value === undefined ? { kind: 'none', why: 'missing' } : this.#parts.ask(value, query);
  }

  async #valueOf({ of, n }: Source): Promise<HeldValue | undefined> {
    switch (of) {
      case 'value':
        return this.#parts.run(n)?.value;
      case 'args':
        return this.#sent?.run.record?.args;
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
    }
  }

  async #detailsOf(number: number): Promise<SelectedCall> {
    const call = await this.#recordedCall(number);
    if (call) return selectedCall(call, callLines(this.#sent?.named ?? [])(call));
    return unrecordedCall(this.#sent?.run.viewed.callList.find(({ call: one }) => one === number)?.path);
  }

  async #recordedCall(number: number): Promise<RunRecord['callList'][number] | undefined> {
    const run = this.#sent?.run;
    const record = run?.record ?? (await this.#recordOf(run?.recordId));
    return record?.callList.find(({ call }) => call === number);
  }

  async #recordOf(id: string | undefined): Promise<RunRecord | undefined> {
    if (id === undefined) return undefined;
    // The record of a run in progress grows, so it is read again.
    if (this.#record?.id !== id || this.#record.state === 'running')
      this.#record = await this.#parts.record(id);
    return this.#record;
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

/** Returns the frame with the names and texts of servers and scripts escaped for display. */
function safeFrame({ lanes, tools, marks, ...frame }: Omit<RunView, 'bars'>): RunFrame {
  return {
    ...frame,
    lanes: lanes.map((lane) => ({ ...lane, server: visibleName(lane.server) })),
    tools: tools.map((tool) => ({ ...tool, name: visibleName(tool.name), path: visibleName(tool.path) })),
    marks: marks.map((mark) => ({ ...mark, message: shownLine(mark.message) })),
  };
}
