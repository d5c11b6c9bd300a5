import assert from 'node:assert/strict';
import { advice } from '../../../../src/engine/formatting/advice.ts';
import { runViewOf } from '../../../../src/journal/trace/buildRunView.ts';
import { isRunFrame } from '../../../../src/journal/trace/runView.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import type { RunRecord } from '../../../../src/journal/record/runRecord.ts';
import { callOf, recordOf } from '../../../fakes/runRecords.ts';

const viewOf = (changes: Partial<RunRecord>) => runViewOf(recordOf(changes), [], 0);

/** The view of a run without an end, `now` milliseconds after its beginning. */
function openView(state: 'running' | 'interrupted', callList: RunRecord['callList'], now: number) {
  const { durationMs: _none, ...open } = recordOf({ state, callList });
  return runViewOf(open, [], now);
}

/** A call that was sent and has no answer. */
function unanswered(call: number, madeAt: number, sentAt: number): RunRecord['callList'][number] {
  const { answeredAt: _none, ...sent } = callOf(call, 'geo.city', [madeAt, sentAt, 0], { state: 'unknown' });
  return sent;
}

describe('the model of a trace', () => {
  it('has a lane for each server, in the order of their first calls', () => {
    const { lanes } = viewOf({
      callList: [
        callOf(1, 'weather.now', [100, 101, 200]),
        callOf(2, 'geo.city', [200, 201, 300], { state: 'failed' }),
        callOf(3, 'weather.now', [300, 301, 400]),
      ],
    });
    assert.deepEqual(lanes, [
      { server: 'weather', calls: 2, failed: 0 },
      { server: 'geo', calls: 1, failed: 1 },
    ]);
  });

  it('draws a call from when it was made, over when it was sent, to its answer', () => {
    const { bars } = viewOf({ callList: [callOf(1, 'geo.city', [100, 150, 400])] });
    assert.deepEqual(bars, [{ call: 1, tool: 0, madeAt: 100, sentAt: 150, endedAt: 400, state: 'finished' }]);
  });

  it('tells a person why a call failed, and nothing of what a model is told', () => {
    const error = {
      code: 'denied' as const,
      message: `Not called. The user refused to allow the call. ${advice.notAgain.model}`,
      failure: { bytes: 0 },
    };
    const { bars } = viewOf({
      callList: [callOf(1, 'geo.city', [100, 150, 400], { state: 'denied', error })],
    });
    assert.equal(bars[0]?.message, 'Not called. You declined to allow the call.');
  });

  it('shows open calls of a run that is on as waiting or running, with the last that the server said', () => {
    const sent = { ...unanswered(1, 100, 150), progress: [{ at: 200, message: 'half' }] };
    const { sentAt: _sent, ...made } = { ...unanswered(2, 100, 150), state: 'not_called' as const };
    const { bars, endMs, isOn } = openView('running', [sent, made], 700);
    assert.deepEqual(
      bars.map(({ state, message }) => [state, message]),
      [
        ['running', 'half'],
        ['waiting', undefined],
      ],
    );
    assert.deepEqual([endMs, isOn], [700, true]);
  });

  it('shows what was in flight when the process died as unknown', () => {
    const { bars, endMs } = openView('interrupted', [unanswered(1, 100, 150)], 9_000);
    assert.deepEqual([bars[0]?.state, endMs], ['unknown', 150]);
  });

  it('is accepted by the page if the process died just after it sent a call that had waited', () => {
    const callList = [callOf(1, 'geo.city', [101, 102, 120]), unanswered(2, 130, 190)];
    const { bars: _bars, ...frame } = openView('interrupted', callList, 9_000);
    assert.deepEqual([frame.mostAtOnce, isRunFrame(frame)], [1, true]);
  });

  it('knows the lines of the tools', () => {
    const named = [{ server: 'geo', tool: 'city', position: { line: 3 } }];
    assert.deepEqual(
      runViewOf(recordOf({ callList: [callOf(1, 'geo.city', [1, 2, 3])] }), named, 0).tools[0]?.lines,
      [3],
    );
  });

  it('counts the calls that were at their servers at once', () => {
    const callList = [
      callOf(1, 'a.b', [0, 100, 500]),
      callOf(2, 'a.b', [0, 200, 400]),
      callOf(3, 'a.b', [0, 500, 900]),
    ];
    const { atOnce, mostAtOnce } = viewOf({ callList });
    assert.equal(mostAtOnce, 2);
    assert.deepEqual(atOnce, [
      { at: 100, calls: 1 },
      { at: 200, calls: 2 },
      { at: 400, calls: 1 },
      { at: 500, calls: 1 },
      { at: 900, calls: 0 },
    ]);
  });

  it('comes down again after calls too short to be told apart', () => {
    const callList = [
      callOf(1, 'a.b', [0, 100, 100.1]),
      callOf(2, 'a.b', [0, 100, 100.2]),
      callOf(3, 'a.b', [0, 800, 800.3]),
    ];
    const { atOnce, mostAtOnce } = viewOf({ callList });
    assert.equal(mostAtOnce, 2);
    assert.deepEqual(atOnce, [
      { at: 100, calls: 2 },
      { at: 100.5, calls: 0 },
      { at: 800, calls: 1 },
      { at: 800.5, calls: 0 },
    ]);
  });

  it('counts the time of the script without the gaps that its picture closes', () => {
    const ticks = Array.from({ length: 100 }, (_, index) => ({
      at: 101 + index,
      tick: [1 + index, index + 1] as const,
    }));
    const callList = ticks.map(({ at }, index) => callOf(index + 1, 'a.b', [at, at, at]));
    const { script, scriptMs } = viewOf({ state: 'cancelled', durationMs: 1_000_000, ticks, callList });
    assert.ok(script.length < 3, `${script.length} spans`);
    assert.ok(scriptMs < 10, `${scriptMs} ms`);
  });

  it('shows when the script ran: from a tick to the last that it did in it', () => {
    const { script } = viewOf({
      ticks: [{ at: 510, tick: [400, 1] }],
      callList: [callOf(1, 'geo.city', [160, 170, 500])],
      output: [{ kind: 'log', at: 600, level: 'log', ms: 500, text: { v: 'x' } }],
      state: 'cancelled',
    });
    assert.deepEqual(script, [
      { from: 100, to: 160 },
      { from: 500, to: 600 },
    ]);
  });

  it('shows the script running to the end of a run that returned', () => {
    const { script } = viewOf({ ticks: [{ at: 510, tick: [400, 1] }] });
    assert.deepEqual(script.at(-1), { from: 500, to: 1_000 });
  });

  it('shows when the user was asked, up to now where they still are', () => {
    const { asked } = viewOf({
      questions: [
        { from: 20, to: 80 },
        { from: 400, to: undefined },
      ],
    });
    assert.deepEqual(asked, [
      { from: 20, to: 80 },
      { from: 400, to: 1_000 },
    ]);
  });

  const manyCalls = (count: number) => {
    const callList = Array.from({ length: count }, (_, index) =>
      callOf(index + 1, `s${index % 40}.tool`, [index, index + 1, index + 30]),
    );
    const ticks = callList.map(({ answeredAt = 0, call }) => ({
      at: answeredAt,
      tick: [answeredAt - 100, call] as const,
    }));
    const output = ticks.map(({ at }) => ({ kind: 'progress' as const, at, message: 'x'.repeat(1_000) }));
    return recordOf({ callList, ticks, output, durationMs: count + 100 });
  };

  it('takes time in proportion to its calls', async () => {
    const modelling = (count: number) => {
      const record = manyCalls(count);
      return () => runViewOf(record, [], 0);
    };
    assert.ok((await growth(modelling, 400, 10)) < proportionalTenfold);
  });

  it('has all of many calls, and stays bounded beside them', () => {
    const count = 10_000;
    const model = runViewOf(manyCalls(count), [], 0);
    assert.equal(model.bars.length, count);
    assert.ok(model.script.length <= 2_001 && model.atOnce.length <= 4_002 && model.marks.length <= 1_000);
    assert.ok(model.marks.every(({ message }) => message.length <= 300));
  });
});
