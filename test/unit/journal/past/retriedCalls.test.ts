import assert from 'node:assert/strict';
import type { RunError } from '../../../../src/engine/runOutcome.ts';
import { retriedCalls } from '../../../../src/journal/past/retriedCalls.ts';
import type { RunRecord } from '../../../../src/journal/record/runRecord.ts';
import { callOf } from '../../../fakes/runRecords.ts';
import { toolFailure } from '../../../fakes/startedRun.ts';

const made = (call: number, madeAt: number, failed?: string) =>
  callOf(call, 's.t', [madeAt, madeAt, madeAt + 1], {
    ...(failed !== undefined && {
      state: 'failed',
      error: { code: 'tool_failed', message: failed, failure: { v: {} } },
    }),
  });
const thrown = (message: string): RunError => ({
  code: 'tool_failed',
  message,
  toolError: toolFailure({ message }),
});
const tick = (at: number, ...begunBy: number[]) => ({ at, tick: [at, ...begunBy] as const });

function retried(run: Partial<Pick<RunRecord, 'state' | 'errors' | 'ticks' | 'callList'>>) {
  const { calls, ticks, certain } = retriedCalls({
    state: 'failed',
    errors: [],
    ticks: [],
    callList: [],
    ...run,
  });
  return { calls: [...calls], ticks: ticks.length, certain: [...certain] };
}

describe('a resumed run', () => {
  it('makes the call again whose failure ended the run, and repeats the ticks before it', () => {
    const run = {
      callList: [made(1, 1), made(2, 11, 'no')],
      ticks: [tick(10, 1), tick(20, 2)],
      errors: [thrown('no')],
    };
    assert.deepEqual(retried(run), { calls: [2], ticks: 1, certain: [1, 2] });
  });

  it('keeps a failure that the script survived', () => {
    const run = {
      callList: [made(1, 1, 'no'), made(2, 11, 'gone')],
      ticks: [tick(10, 1), tick(20, 2)],
      errors: [thrown('gone')],
    };
    assert.deepEqual(retried(run).calls, [2]);
  });

  it('makes a call again whose failure the script threw later', () => {
    const run = {
      callList: [made(1, 1, 'no'), made(2, 1), made(3, 25)],
      ticks: [tick(10, 1), tick(20, 2), tick(30, 3)],
      errors: [thrown('no')],
    };
    assert.deepEqual(retried(run), { calls: [1], ticks: 0, certain: [1, 2] });
  });

  it('makes calls again whose failures came in the last tick, after which the script called nothing', () => {
    const error: RunError = { code: 'script_error', message: 'Error: could not' };
    const run = {
      callList: [made(1, 1), made(2, 11, 'no')],
      ticks: [tick(10, 1), tick(20, 2)],
      errors: [error],
    };
    assert.deepEqual(retried(run).calls, [2]);
    assert.deepEqual(retried({ ...run, state: 'interrupted', errors: [] }).calls, [2]);
    assert.deepEqual(
      retried({ ...run, state: 'interrupted', errors: [], callList: [...run.callList, made(3, 21)] }).calls,
      [],
    );
  });

  it('makes a call again whose failure the script did not hear of', () => {
    const run = {
      state: 'cancelled',
      callList: [made(1, 1), made(2, 11, 'cancelled')],
      ticks: [tick(10, 1)],
    } as const;
    assert.deepEqual(retried(run), { calls: [2], ticks: 1, certain: [1, 2] });
  });

  it('keeps everything of a run that is done', () => {
    const run = { state: 'done', callList: [made(1, 1, 'no')], ticks: [tick(10, 1)] } as const;
    assert.deepEqual(retried(run), { calls: [], ticks: 1, certain: [1] });
  });
});
