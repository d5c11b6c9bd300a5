// Decides which failed calls a resumed run makes again, and how many ticks of the earlier run it repeats. A failure
// that the script survived belongs to the course of the run and stays; the failure that ended the run is made again
// (docs/decisions/0032-replay-and-resume.md).
import type { Tick } from '../../sandbox/index.ts';
import type { RecordedCall, RunRecord } from '../record/runRecord.ts';

interface Retried {
  /** Numbers of failed calls that are made again. */
  readonly calls: ReadonlySet<number>;
  /** The ticks before the first tick in which the script received one of these failures. */
  readonly ticks: readonly Tick[];
  /** Numbers of the calls that the script made in these ticks; the same code makes them again. */
  readonly certain: ReadonlySet<number>;
}

type Run = Pick<RunRecord, 'state' | 'errors' | 'ticks' | 'callList'>;

export function retriedCalls(run: Run): Retried {
  const { callList, ticks } = run;
  // Maps each call to the index of the tick in which the script received its answer.
  const heardIn = new Map(
    ticks.flatMap(({ tick: [, ...begunBy] }, index) =>
      begunBy.filter((number) => number > 0).map((call) => [call, index] as const),
    ),
  );
  const failed = callList.filter(({ error, target }) => error !== undefined && target !== 'codemode');
  // The script never received an answer that arrived as the run ended.
  const unheard = failed.filter(({ call }) => !heardIn.has(call));
  const ending = endingCalls(run, failed, heardIn);
  const first = Math.min(ticks.length, ...ending.map(({ call }) => heardIn.get(call) ?? ticks.length));
  const cut = ticks[first];
  return {
    calls: new Set([...unheard, ...ending].map(({ call }) => call)),
    ticks: ticks.slice(0, first).map(({ tick }) => tick),
    certain: new Set(
      callList.filter(({ madeAt }) => cut === undefined || madeAt < cut.at).map(({ call }) => call),
    ),
  };
}

/**
 * Returns the failures that ended the run: the failure that became the error of the run, or else the failures of the
 * last tick, after which the script made no call.
 */
function endingCalls(
  { state, errors, ticks, callList }: Run,
  failed: readonly RecordedCall[],
  heardIn: ReadonlyMap<number, number>,
) {
  if (state === 'done') return [];
  const heard = failed.filter(({ call }) => heardIn.has(call));
  const thrown = errors[0]?.toolError;
  const refused = heard.findLast(
    ({ error }) => error !== undefined && error.code === thrown?.code && error.message === thrown.message,
  );
  if (refused) return [refused];
  const last = ticks.at(-1);
  if (last === undefined || callList.some(({ madeAt }) => madeAt >= last.at)) return [];
  return heard.filter(({ call }) => heardIn.get(call) === ticks.length - 1);
}
