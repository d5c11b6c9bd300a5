// Makes the view of a run's calls and time from its record, for the pages of the editor and for the terminal. The
// functions are pure and linear in the record except for sorting, and all parts beside the calls are bounded.
import { servedWords } from '../../base/callStates.ts';
import { forReader } from '../../engine/formatting/index.ts';
import { callLines, type ReferencedTool } from './callLines.ts';
import type { CallBar, Mark, RunView, ShownTool, Span } from './runView.ts';
import type { RecordedCall, RunRecord } from '../record/runRecord.ts';

/** Number of parts into which the axis is divided; spans that are closer than one part are drawn as one. */
const finest = 2_000;
/** Number of calls or ticks that are read in one step. */
const itemsAtOnce = 2_000;
const mostMarks = 1_000;
const longestMessage = 300;

interface MutableSpan {
  readonly from: number;
  to: number;
}

/** The parts of a record, or of a run without a record, that the view needs. */
export type ViewedRun = Pick<
  RunRecord,
  | 'state'
  | 'startedAt'
  | 'durationMs'
  | 'script'
  | 'conditions'
  | 'ticks'
  | 'callList'
  | 'output'
  | 'questions'
>;

/**
 * `named`: the places where the code names tools, from the checker. `now`: for a run in progress, milliseconds since
 * the run began.
 */
export function runViewOf(record: ViewedRun, named: readonly ReferencedTool[], now: number): RunView {
  const steps = runViewSteps(record, named, now);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Makes the same in steps of some milliseconds each, since a run may have 100,000 calls. The output of the record may
 * grow between them.
 */
export function* runViewSteps(
  record: ViewedRun,
  named: readonly ReferencedTool[],
  now: number,
): Generator<undefined, RunView> {
  const isOn = record.state === 'running';
  const called = new CalledTools(callLines(named));
  const bars: CallBar[] = [];
  let last = lastAside(record);
  for (const call of record.callList) {
    const bar = barOf(call, called.add(call), isOn);
    bars.push(bar);
    last = Math.max(last, bar.endedAt ?? bar.sentAt ?? bar.madeAt);
    if (bars.length % itemsAtOnce === 0) yield;
  }
  const endMs = Math.max(1, record.durationMs ?? (isOn ? now : 0), last);
  const asked = record.questions.map(({ from, to }) => ({ from, to: to ?? endMs }));
  yield;
  const atOnce = yield* callsAtOnce(bars, endMs);
  yield;
  const script = yield* scriptSpans(record, endMs);
  return {
    endMs,
    isOn,
    ...(record.script && { scriptAt: record.script.at }),
    lanes: called.lanes,
    tools: called.tools,
    bars,
    script: script.spans,
    scriptMs: script.ms,
    asked: merged(asked, endMs / finest),
    marks: record.output
      .flatMap((entry) => (entry.kind === 'progress' ? [markOf(entry)] : []))
      .slice(0, mostMarks),
    atOnce,
    mostAtOnce: atOnce.reduce((most, { calls }) => Math.max(most, calls), 0),
  };
}

/** Returns the time of the last known event beside the calls, for a run without an end. */
function lastAside({ ticks, output, questions, script }: ViewedRun): number {
  const last = Math.max(script?.at ?? 0, ticks.at(-1)?.at ?? 0, output.at(-1)?.at ?? 0);
  return questions.reduce((latest, { from, to }) => Math.max(latest, to ?? from), last);
}

/** Gathers the lanes and the tools in the order of their first calls. */
class CalledTools {
  readonly lanes: { readonly server: string; calls: number; failed: number }[] = [];
  readonly tools: ShownTool[] = [];
  readonly #linesOf: (call: RecordedCall) => readonly number[];
  readonly #laneIndex = new Map<string, number>();
  readonly #toolIndex = new Map<string, number>();

  constructor(linesOf: (call: RecordedCall) => readonly number[]) {
    this.#linesOf = linesOf;
  }

  /** Returns the index of the call's tool. */
  add(call: RecordedCall): number {
    const { target, server, name, path, writes, state } = call;
    const lane = indexIn(this.#laneIndex, target === 'codemode' ? '' : `.${server}`);
    const counted = (this.lanes[lane] ??= { server, calls: 0, failed: 0 });
    counted.calls += 1;
    if (state === 'failed') counted.failed += 1;
    // The length keeps apart what lies on both sides of the border of two names.
    const tool = indexIn(this.#toolIndex, `${target} ${server.length} ${server}${name}`);
    this.tools[tool] ??= { lane, name, path, writes, lines: this.#linesOf(call) };
    return tool;
  }
}

/** Returns the index of the key; a new key gets the next one. */
function indexIn(indexes: Map<string, number>, key: string): number {
  const index = indexes.get(key) ?? indexes.size;
  if (index === indexes.size) indexes.set(key, index);
  return index;
}

function barOf(
  { call, madeAt, sentAt, answeredAt, state, error, progress, decision }: RecordedCall,
  tool: number,
  isOn: boolean,
): CallBar {
  const isOpen = isOn && answeredAt === undefined;
  const message =
    (error && forReader(error.message, 'user')) ??
    (isOpen ? progress.at(-1)?.message : decision?.by === 'record' ? servedWords : undefined);
  return {
    call,
    tool,
    madeAt,
    ...(sentAt !== undefined && { sentAt }),
    ...(answeredAt !== undefined && { endedAt: answeredAt }),
    state: isOpen ? (sentAt === undefined ? 'waiting' : 'running') : state,
    ...(message !== undefined && message !== '' && { message: message.slice(0, longestMessage) }),
  };
}

function markOf({ at, message, fraction }: Mark): Mark {
  return { at, message: message.slice(0, longestMessage), ...(fraction !== undefined && { fraction }) };
}

/**
 * A span lasts from the beginning of a tick to the last visible action of the script in the tick: a call or a line of
 * the console. The last span lasts to the end if the run then waited for nothing. Computation after the last action of
 * a tick is not visible. `ms` is the total length of the spans; spans that are close are joined.
 */
function* scriptSpans(record: ViewedRun, endMs: number) {
  const { script, conditions, ticks, callList, output, questions, state, startedAt } = record;
  const spans: MutableSpan[] = [];
  let ms = 0;
  if (!script) return { spans, ms };
  const offset = conditions ? Math.max(script.at, conditions.startedAt - startedAt) : script.at;
  const begins = yield* inOrder([{ at: offset, tick: [0] as const }, ...ticks], ({ at, tick }) =>
    Math.min(at, offset + tick[0]),
  );
  const acts = yield* inOrder([...callList, ...output.filter(({ kind }) => kind !== 'forUser')], (act) =>
    'madeAt' in act ? act.madeAt : act.at,
  );
  const waits =
    callList.some(({ answeredAt }) => answeredAt === undefined) ||
    questions.some(({ to }) => to === undefined);
  const worksToEnd = (state === 'done' || state === 'failed') && !waits;
  let next = 0;
  for (const [index, from] of begins.entries()) {
    const before = begins[index + 1] ?? Infinity;
    let to = worksToEnd && before === Infinity ? endMs : from;
    for (let at = acts[next]; at !== undefined && at < before; at = acts[(next += 1)]) to = Math.max(to, at);
    ms += to - from;
    addSpan(spans, { from, to }, endMs / finest);
    if (index % itemsAtOnce === 0) yield;
  }
  return { spans, ms };
}

/** Returns the spans in order, with spans that are closer than `gap` joined. */
function merged(spans: readonly Span[], gap: number): readonly Span[] {
  const all: MutableSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) addSpan(all, span, gap);
  return all;
}

/** Returns the times of the items in order. */
function* inOrder<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
): Generator<undefined, Float64Array> {
  const times = new Float64Array(items.length);
  for (const [index, item] of items.entries()) {
    times[index] = timeOf(item);
    if (index % itemsAtOnce === 0) yield;
  }
  return times.sort();
}

/** Adds a span that begins last; it is joined with the last one if it is closer than `gap`. */
function addSpan(all: MutableSpan[], { from, to }: Span, gap: number): void {
  const last = all.at(-1);
  if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
  else all.push({ from, to });
}

/**
 * Returns steps, at most twice `finest`. If several changes fall into one part of the axis, the step shows the highest
 * number and then the last one.
 */
function* callsAtOnce(bars: readonly CallBar[], endMs: number): Generator<undefined, RunView['atOnce']> {
  const sent = bars.filter(({ sentAt }) => sentAt !== undefined);
  const begins = yield* inOrder(sent, ({ sentAt = 0 }) => sentAt);
  const ends = yield* inOrder(sent, ({ endedAt = endMs }) => endedAt);
  const steps: { at: number; calls: number }[] = [];
  const width = endMs / finest;
  let calls = 0;
  let slotAt = -Infinity;
  const closeSlot = (at: number) => {
    if ((steps.at(-1)?.calls ?? calls) !== calls) steps.push({ at: Math.min(at, slotAt + width), calls });
  };
  for (let begun = 0, ended = 0; begun + ended < 2 * sent.length;) {
    const begin = begins[begun] ?? Infinity;
    const end = ends[ended] ?? Infinity;
    const at = Math.min(begin, end);
    const last = steps.at(-1);
    const isNewSlot = at - slotAt > width || !last;
    if (isNewSlot) closeSlot(at);
    // At the same time, a call that ends comes before a call that begins.
    if (begin < end) begun += 1;
    else ended += 1;
    calls = begun - ended;
    if (isNewSlot) {
      steps.push({ at, calls });
      slotAt = at;
    } else last.calls = Math.max(last.calls, calls);
  }
  closeSlot(endMs);
  return steps;
}
