// Tests the event loop of a machine, driven as the worker drives it, with a clock of the test.
import assert from 'node:assert/strict';
import { EventLoop } from '../../../../src/sandbox/guest/quickjs/eventLoop.ts';

class FakeHost {
  time = 0;
  /** Time at which the alarm rings; -1 for never. */
  alarm = -1;

  now(): number {
    return this.time;
  }

  setAlarm(ms: number): void {
    this.alarm = ms < 0 ? -1 : this.time + ms;
  }
}

describe('the event loop of a machine', () => {
  let host: FakeHost;
  let loop: EventLoop;
  let said: string[];
  const say = (what: string) => () => void said.push(what);

  beforeEach(() => {
    host = new FakeHost();
    loop = new EventLoop(host);
    said = [];
  });

  const drain = () => {
    while (loop.proceed());
  };

  /** Lets time pass to each alarm until `ms`. */
  const pass = (ms: number) => {
    while (host.alarm >= 0 && host.alarm <= ms) {
      host.time = host.alarm;
      loop.wake();
      drain();
    }
    host.time = ms;
  };

  it('does what ends the tick before what begins the next', () => {
    loop.inNextTick(say('next'));
    loop.atEndOfTick(say('end'));
    drain();
    assert.deepEqual(said, ['end', 'next']);
  });

  it('does one thing at a time, so that microtasks run between', () => {
    loop.atEndOfTick(say('a'));
    loop.atEndOfTick(say('b'));
    assert.deepEqual(
      [loop.proceed(), said.join(), loop.proceed(), said.join(), loop.proceed()],
      [true, 'a', true, 'a,b', false],
    );
  });

  it('runs timers when they are due, those of the same time in the order in which they were set', () => {
    for (const [name, ms] of [
      ['late', 30],
      ['b', 10],
      ['c', 10],
      ['first', 5],
    ] as const)
      loop.setTimeout(say(name), ms);
    pass(20);
    assert.deepEqual(said, ['first', 'b', 'c']);
    pass(30);
    assert.deepEqual(said, ['first', 'b', 'c', 'late']);
  });

  it('runs no timer before the alarm, though time has passed', () => {
    loop.setTimeout(say('timer'), 5);
    host.time = 10;
    drain();
    assert.deepEqual(said, []);
  });

  it('forgets a timer that is cleared, and its alarm', () => {
    const first = loop.setTimeout(say('first'), 5);
    loop.setTimeout(say('second'), 10);
    loop.clearTimeout(first);
    assert.equal(host.alarm, 10);
    pass(20);
    assert.deepEqual([said, host.alarm], [['second'], -1]);
  });

  it('ignores a timer that it does not know', () => {
    loop.setTimeout(say('timer'), 5);
    loop.clearTimeout(undefined);
    pass(5);
    assert.deepEqual(said, ['timer']);
  });

  it('lets messages pass before timers that became due meanwhile', () => {
    loop.setTimeout(() => {
      host.time += 50;
      loop.setTimeout(say('again'), 1);
    }, 5);
    loop.setTimeout(say('later'), 20);
    host.time = 5;
    loop.wake();
    drain();
    assert.deepEqual([said, host.alarm], [[], 55]);
  });

  it('closes the tick of a timer before the next timer', () => {
    loop.setTimeout(() => loop.inNextTick(say('closed')), 5);
    loop.setTimeout(say('second'), 5);
    pass(5);
    assert.deepEqual(said, ['closed', 'second']);
  });
});
