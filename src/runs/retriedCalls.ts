// Which failed calls a resumed run makes again, and how many ticks of the run before it repeats. A failure that the script survived is part
// of what it did, and stays; the one that ended it is what resuming is for (docs/decisions/0032-replay-and-resume.md).
import type { Tick } from '../sandbox/host/sandboxPort.ts';
import type { RecordedCall, RunRecord } from './runRecord.ts';

interface Retried {
  /** Numbers of failed calls that are made again. */
  readonly calls: ReadonlySet<number>;
  /** The ticks before the first in which the script heard of one of them. */
  readonly ticks: readonly Tick[];
  /** The calls that the script made before: with the same code it makes them again. */
  readonly certain: ReadonlySet<number>;
}

type Run = Pick<RunRecord, 'state' | 'errors' | 'ticks' | 'callList'>;

export function retriedCalls(run: Run): Retried {
  const { callList, ticks } = run;
  const heardIn = ticksByCall(ticks);
  const failed = callList.filter(({ error, target }) => error !== undefined && target !== 'codemode');
  // Of an answer that came as the run ended, the script knew nothing.
  const unheard = failed.filter(({ call }) => !heardIn.has(call));
  const ending = endingCalls(run, failed, heardIn);
  const first = Math.min(ticks.length, ...ending.map(({ call }) => heardIn.get(call) ?? ticks.length));
  const cut = ticks[first];
  return {
    calls: new Set([...unheard, ...ending].map(({ call }) => call)),
    ticks: ticks.slice(0, first).map(({ tick }) => tick),
    certain: new Set(callList.filter(({ madeAt }) => cut === undefined || madeAt < cut.at).map(({ call }) => call)),
  };
}

/** The failures that the run ended by: the one that it was refused with, else those in its last tick, after which it called nothing. */
function endingCalls({ state, errors, ticks, callList }: Run, failed: readonly RecordedCall[], heardIn: ReadonlyMap<number, number>) {
  if (state === 'done') return [];
  const heard = failed.filter(({ call }) => heardIn.has(call));
  const thrown = errors[0]?.toolError;
  const refused = heard.findLast(({ error }) => error !== undefined && error.code === thrown?.code && error.message === thrown.message);
  if (refused) return [refused];
  const last = ticks.at(-1);
  if (last === undefined || callList.some(({ madeAt }) => madeAt >= last.at)) return [];
  return heard.filter(({ call }) => heardIn.get(call) === ticks.length - 1);
}

/** Call -> the index of the tick in which the script had its answer. */
function ticksByCall(ticks: Run['ticks']): ReadonlyMap<number, number> {
  return new Map(ticks.flatMap(({ tick: [, ...begunBy] }, index) => begunBy.filter((number) => number > 0).map((call) => [call, index])));
}
