// Makes the view of a run's calls and time from its record, for the pages of the editor and for the terminal. The
// functions are pure and linear in the record except for sorting, and all parts beside the calls are bounded.
import { servedWords } from '../../base/callStates.ts';
import { forReader } from '../../engine/formatting/index.ts';
import { callLines, type ReferencedTool } from './callLines.ts';
import { lengthOf, type CallBar, type Mark, type RunView, type ShownTool, type Span } from './runView.ts';
import type { RecordedCall, RunRecord } from '../record/runRecord.ts';

/** Number of parts into which the axis is divided; spans that are closer than one part are drawn as one. */
const finest = 2_000;
/** Number of bars that are made in one step. */
const barsAtOnce = 20_000;
const mostMarks = 1_000;
const longestMessage = 300;

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
 * Makes the same in steps, since the view of 100,000 calls takes 150 ms. The record may grow between them; no bar ends
 * after `endMs` all the same.
 */
export function* runViewSteps(
  record: ViewedRun,
  named: readonly ReferencedTool[],
  now: number,
): Generator<undefined, RunView> {
  const isOn = record.state === 'running';
  const calls = [...record.callList];
  const { lanes, tools, toolOf } = lanesOf(calls, callLines(named));
  yield;
  const bars: CallBar[] = [];
  for (const call of calls) {
    bars.push(barOf(call, toolOf(call), isOn));
    if (bars.length % barsAtOnce === 0) yield;
  }
  const endMs = Math.max(1, record.durationMs ?? (isOn ? now : 0), lastAt(record));
  const asked = record.questions.map(({ from, to }) => ({ from, to: to ?? endMs }));
  yield;
  const atOnce = callsAtOnce(bars, endMs);
  yield;
  const spans = scriptSpans(record, endMs);
  yield;
  const script = merged(spans, 0);
  return {
    endMs,
    isOn,
    ...(record.script && { scriptAt: record.script.at }),
    lanes,
    tools,
    bars,
    script: merged(script, endMs / finest),
    scriptMs: lengthOf(script),
    asked: merged(asked, endMs / finest),
    marks: record.output
      .flatMap((entry) => (entry.kind === 'progress' ? [markOf(entry)] : []))
      .slice(0, mostMarks),
    atOnce,
    mostAtOnce: atOnce.reduce((most, { calls }) => Math.max(most, calls), 0),
  };
}

/** Returns the time of the last known event, for a run without an end. */
function lastAt({ callList, ticks, output, questions, script }: ViewedRun): number {
  let last = Math.max(script?.at ?? 0, ticks.at(-1)?.at ?? 0, output.at(-1)?.at ?? 0);
  for (const { madeAt, sentAt = madeAt, answeredAt = sentAt } of callList) last = Math.max(last, answeredAt);
  for (const { from, to } of questions) last = Math.max(last, to ?? from);
  return last;
}

/** Returns the lanes and the tools in the order of their first calls; `toolOf` finds the index of a call's tool. */
function lanesOf(calls: readonly RecordedCall[], linesOf: (call: RecordedCall) => readonly number[]) {
  const byLane = Map.groupBy(calls, laneKey);
  const byTool = Map.groupBy(calls, toolKey);
  const laneIndex = new Map([...byLane.keys()].map((key, index) => [key, index]));
  const toolIndex = new Map([...byTool.keys()].map((key, index) => [key, index]));
  const lanes = [...byLane.values()].map((made) => ({
    server: made[0]?.server ?? '',
    calls: made.length,
    failed: made.filter(({ state }) => state === 'failed').length,
  }));
  const tools = [...byTool.values()].flatMap(([call]): ShownTool[] => {
    if (!call) return [];
    const { name, path, writes } = call;
    return [{ lane: laneIndex.get(laneKey(call)) ?? 0, name, path, writes, lines: linesOf(call) }];
  });
  return { lanes, tools, toolOf: (call: RecordedCall) => toolIndex.get(toolKey(call)) ?? 0 };
}

function laneKey({ target, server }: RecordedCall): string {
  return target === 'codemode' ? '' : `.${server}`;
}

/** The length keeps apart what lies on both sides of the border of two names. */
function toolKey({ target, server, name }: RecordedCall): string {
  return `${target} ${server.length} ${server}${name}`;
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
 * a tick is not visible.
 */
function scriptSpans(record: ViewedRun, endMs: number): readonly Span[] {
  const { script, conditions, ticks, callList, output, startedAt } = record;
  if (!script) return [];
  const offset = conditions ? Math.max(script.at, conditions.startedAt - startedAt) : script.at;
  const begins = [offset, ...ticks.map(({ at, tick: [elapsed] }) => Math.min(at, offset + elapsed))];
  const acts = new Float64Array([
    ...callList.map(({ madeAt }) => madeAt),
    ...output.flatMap(({ kind, at }) => (kind === 'forUser' ? [] : [at])),
  ]).sort();
  let next = 0;
  const spans = begins.map((from, index): Span => {
    const before = begins[index + 1] ?? Infinity;
    let to = from;
    for (let at = acts[next]; at !== undefined && at < before; at = acts[(next += 1)]) to = Math.max(to, at);
    return { from, to };
  });
  const last = spans.at(-1);
  const waits =
    callList.some(({ answeredAt }) => answeredAt === undefined) ||
    record.questions.some(({ to }) => to === undefined);
  const ended = record.state === 'done' || record.state === 'failed';
  return last && ended && !waits ? [...spans.slice(0, -1), { from: last.from, to: endMs }] : spans;
}

/** Returns the spans in order, with spans that are closer than `gap` joined. */
function merged(spans: readonly Span[], gap: number): readonly Span[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/**
 * Returns steps, at most twice `finest`. If several changes fall into one part of the axis, the step shows the highest
 * number and then the last one.
 */
function callsAtOnce(bars: readonly CallBar[], endMs: number): RunView['atOnce'] {
  const sent = bars.filter(({ sentAt }) => sentAt !== undefined);
  const begins = new Float64Array(sent.map(({ sentAt = 0 }) => sentAt)).sort();
  const ends = new Float64Array(sent.map(({ endedAt = endMs }) => endedAt)).sort();
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
