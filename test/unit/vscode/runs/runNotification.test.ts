import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RunNotification } from '../../../../src/vscode/runs/runNotification.ts';
import { TrackedRun } from '../../../../src/vscode/runs/trackedRun.ts';

describe('the notification of a run', () => {
  let run: TrackedRun;
  let shown: string[];
  const begin = (afterMs: number) =>
    new RunNotification(run, {
      afterMs,
      show: () => {
        shown.push('shown');
        return { update: () => shown.push('updated'), close: () => shown.push('closed') };
      },
    });

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    run = new TrackedRun(1, 'chat #1', 0);
    shown = [];
  });
  afterEach(() => mock.timers.reset());

  it('comes when the run has gone on for its time, and goes with the run', () => {
    const notification = begin(5_000);
    mock.timers.tick(4_999);
    assert.deepEqual(shown, []);
    mock.timers.tick(1);
    notification.changed();
    mock.timers.tick(100);
    notification[Symbol.dispose]();
    assert.deepEqual(shown, ['shown', 'updated', 'closed']);
  });

  it('does not come for a run that has ended', () => {
    begin(5_000)[Symbol.dispose]();
    mock.timers.tick(10_000);
    assert.deepEqual(shown, []);
  });

  it('does not come while the user is asked, but the same time after the answer', () => {
    const notification = begin(5_000);
    const answered = run.asks();
    notification.changed();
    mock.timers.tick(60_000);
    assert.deepEqual(shown, []);
    answered();
    notification.changed();
    mock.timers.tick(5_000);
    assert.deepEqual(shown, ['shown']);
  });

  it('goes while the user is asked', () => {
    const notification = begin(5_000);
    mock.timers.tick(5_000);
    run.asks();
    notification.changed();
    assert.deepEqual(shown, ['shown', 'closed']);
  });

  it('of a run that has it at once stays beside a question', () => {
    const notification = begin(0);
    run.asks();
    notification.changed();
    mock.timers.tick(100);
    assert.deepEqual(shown, ['shown', 'updated']);
  });

  it('is updated ten times a second, however much the run does, and not after its end', () => {
    const notification = begin(0);
    for (let call = 0; call < 1_000; call++) notification.changed();
    mock.timers.tick(100);
    notification.changed();
    notification[Symbol.dispose]();
    mock.timers.tick(1_000);
    assert.deepEqual(shown, ['shown', 'updated', 'closed']);
  });
});
