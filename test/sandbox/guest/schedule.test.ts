// Tests the order and the times in which the ticks of a script begin, over an engine whose clock the test moves.
import assert from 'node:assert/strict';
import { ScriptClock } from '../../../src/sandbox/guest/clock.ts';
import { Schedule } from '../../../src/sandbox/guest/schedule.ts';
import type { RunReplay, Tick } from '../../../src/sandbox/protocol/messages.ts';

class FakeEngine {
  time = 1_000;
  readonly timers = new Set<{ readonly at: number; readonly work: () => void }>();
  readonly #next: (() => void)[] = [];

  readonly bindings = {
    now: () => this.time,
    inNextTick: (work: () => void) => void this.#next.push(work),
    setTimeout: (work: () => void, ms: number) => {
      const timer = { at: this.time + Math.trunc(ms), work };
      this.timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: unknown) => void this.timers.delete(timer as never),
  };

  /** Does all deferred work. */
  settle(): void {
    for (let work = this.#next.shift(); work !== undefined; work = this.#next.shift()) work();
  }

  /** Lets time pass; work that is due at the same time runs in the order in which it was started. */
  pass(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const [first] = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (first === undefined) break;
      this.timers.delete(first);
      this.time = Math.max(this.time, first.at);
      first.work();
      this.settle();
    }
    this.time = until;
  }
}

describe('the schedule of a script', () => {
  let engine: FakeEngine;
  let clock: ScriptClock;
  let schedule: Schedule;
  let recorded: Tick[];
  let said: string[];
  let calls: { made: number; open: number[] };
  const say = (what: string) => () => void said.push(`${what} at ${clock.elapsed()}`);

  beforeEach(() => {
    engine = new FakeEngine();
    clock = new ScriptClock();
    recorded = [];
    said = [];
    calls = { made: 0, open: [] };
    schedule = new Schedule({
      bindings: engine.bindings,
      clock,
      enter: (work) => work(),
      record: (tick) => recorded.push(tick),
      calls,
      abandon: (code, message) => said.push(`${code}: ${message}`),
    });
  });

  const conditions = { startedAt: 0, seed: '', timeZone: 'UTC', locale: 'en' };
  const start = (ticks: readonly Tick[], then: RunReplay['then'], record = true) =>
    schedule.start({ conditions, ticks, then, record });
  const answerTo = (call: number) => ({ call, deliver: say(`answer ${call}`), missing: false });
  const answer = (call: number) => schedule.answers([answerTo(call)]);

  it('begins ticks as they come where nothing is given', () => {
    start([], 'live');
    schedule.startTimer(1, 30, say('timer 1'));
    engine.pass(10);
    schedule.answers([1, 2].map(answerTo));
    engine.pass(100);
    assert.deepEqual(said, ['answer 1 at 10', 'answer 2 at 10', 'timer 1 at 30']);
    assert.deepEqual(recorded, [
      [10, 1, 2],
      [30, -1],
    ]);
  });

  it('is never early for a script, and never goes back, where the timer of the engine is', () => {
    start([], 'live');
    schedule.startTimer(1, 30, say('timer 1'));
    const [early] = engine.timers;
    engine.time += 29.2;
    early?.work();
    engine.time += 0.1;
    answer(1);
    assert.deepEqual(said, ['timer 1 at 30', 'answer 1 at 30']);
  });

  it('records nothing where no record is wanted', () => {
    start([], 'live', false);
    answer(1);
    assert.deepEqual([said, recorded], [['answer 1 at 0'], []]);
  });

  it('gives the ticks of a recording in their order and at their times, and records them again', () => {
    const ticks: Tick[] = [
      [5, -2],
      [7.5, 2],
      [9, 1],
      [11, -1],
    ];
    start(ticks, 'stop');
    calls.made = 2;
    schedule.startTimer(1, 1, say('timer 1'));
    schedule.startTimer(2, 60_000, say('timer 2'));
    answer(1);
    engine.settle();
    answer(2);
    engine.settle();
    const given = ['timer 2 at 5', 'answer 2 at 7.5', 'answer 1 at 9', 'timer 1 at 11'];
    assert.deepEqual(said, [...given, 'recording_ended: The recording ends here.']);
    assert.deepEqual(recorded, ticks);
  });

  it('goes on live with what is left of the time of each timer, the next one first', () => {
    start([[100_000, 1]], 'live');
    calls.made = 1;
    schedule.startTimer(1, 100_030.5, say('timer 1'));
    schedule.startTimer(2, 99_000, say('timer 2'));
    schedule.startTimer(3, 100_010, say('timer 3'));
    schedule.startTimer(4, 100_030.2, say('timer 4'));
    answer(1);
    engine.settle();
    engine.pass(40);
    assert.deepEqual(said, [
      'answer 1 at 100000',
      'timer 2 at 100000',
      'timer 3 at 100010',
      'timer 4 at 100031',
      'timer 1 at 100031',
    ]);
  });

  it('goes on live with the answers that have come, and the clock from the last tick', () => {
    start([[50, 1]], 'live');
    calls.made = 3;
    answer(3);
    engine.pass(500);
    answer(2);
    answer(1);
    engine.settle();
    engine.pass(5);
    answer(4);
    assert.deepEqual(said, ['answer 1 at 50', 'answer 3 at 50', 'answer 2 at 50', 'answer 4 at 55']);
    assert.deepEqual(recorded, [
      [50, 1],
      [50, 3, 2],
      [55, 4],
    ]);
  });

  it('starts no timer again that was stopped before it went on live', () => {
    start([[1, 1]], 'live');
    calls.made = 1;
    schedule.startTimer(1, 10, say('timer 1'));
    schedule.clearTimer(1);
    answer(1);
    engine.settle();
    engine.pass(100);
    assert.deepEqual(said, ['answer 1 at 1']);
  });

  it('stops a timer that it started when it went on live', () => {
    start([[1, 1]], 'live');
    calls.made = 1;
    schedule.startTimer(1, 10, say('timer 1'));
    answer(1);
    engine.settle();
    schedule.clearTimer(1);
    engine.pass(100);
    assert.deepEqual(said, ['answer 1 at 1']);
  });

  it('goes on live where the script has not done what the recording says', () => {
    start(
      [
        [5, -7],
        [9, 1],
      ],
      'live',
    );
    calls.made = 1;
    schedule.startTimer(1, 20, say('timer 1'));
    answer(1);
    engine.settle();
    engine.pass(20);
    assert.deepEqual(said, ['answer 1 at 0', 'timer 1 at 20']);
  });

  describe('in trips', () => {
    const startTrips = (...trips: number[]) => {
      schedule.start({ conditions, ticks: [], then: 'stop', record: true, trips });
      engine.settle();
    };
    const answers = (...calls: number[]) => {
      schedule.answers(calls.map(answerTo));
      engine.settle();
    };

    it('gives all answers in one tick, in the order in which they came first', () => {
      calls.open = [1, 2, 3];
      startTrips(3, 1, 2);
      answers(1, 2);
      assert.deepEqual(said, []);
      answers(3);
      assert.deepEqual(said, ['answer 3 at 0', 'answer 1 at 0', 'answer 2 at 0']);
    });

    it('gives answers that need no server before the others', () => {
      calls.open = [1, 2];
      startTrips(1);
      answers(1, 2);
      assert.deepEqual(said, ['answer 2 at 0', 'answer 1 at 0']);
    });

    it('lets timers wait while a call is open, and then for no time', () => {
      schedule.startTimer(1, 60_000, say('timer 1'));
      schedule.startTimer(2, 50, say('timer 2'));
      calls.open = [1];
      startTrips(1);
      engine.pass(100_000);
      assert.deepEqual(said, []);
      schedule.answers([answerTo(1)]);
      calls.open = [];
      engine.settle();
      assert.deepEqual(said, ['timer 2 at 50', 'timer 1 at 60000']);
    });

    it('ends where a call that is open is not answered, and gives none of the answers', () => {
      calls.open = [1, 2];
      startTrips(1);
      answers(1);
      schedule.answers([{ ...answerTo(2), missing: true }]);
      engine.settle();
      assert.equal(said.length, 1);
      assert.match(said[0] ?? '', /^recording_ended: .* have no answer\.$/);
    });
  });
});
