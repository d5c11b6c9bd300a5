// Tests which messages of a guest leave together, and when; and that they leave whole, even if the script's stack
// overflows in between.
import assert from 'node:assert/strict';
import { HostChannel } from '../../../../src/sandbox/guest/hostChannel.ts';

class FakePipe {
  readonly frames: (readonly string[])[] = [];
  isStackFull = false;
  readonly alarms: (() => void)[] = [];
  readonly #atEnd: (() => void)[] = [];

  readonly channel = new HostChannel({
    writeFrame: (lines) => {
      if (this.isStackFull) throw new RangeError('Maximum call stack size exceeded');
      this.frames.push(lines);
    },
    atEndOfTick: (work) => this.#atEnd.push(work),
    setTimeout: (work) => this.alarms.push(work),
  });

  endTick(): void {
    for (const work of this.#atEnd.splice(0)) work();
  }

  ring(): void {
    for (const work of this.alarms.splice(0)) work();
  }
}

const large = JSON.stringify('x'.repeat(70_000));

describe('the way out of the guest', () => {
  it('is one frame for all messages of a tick, values in their order', () => {
    const pipe = new FakePipe();
    pipe.channel.post(['display', true], '1');
    pipe.channel.post(['log', 'log', 'a', 1, null]);
    pipe.channel.post(['display', true], '2');
    pipe.endTick();
    assert.deepEqual(pipe.frames, [
      ['[["display",true],["log","log","a",1,null],["display",true]]', '1', '2'],
    ]);
  });

  it('holds no more than one large value back', () => {
    const pipe = new FakePipe();
    for (const _ of [1, 2, 3]) pipe.channel.post(['display', true], large);
    assert.equal(pipe.frames.length, 2);
  });

  it('loses nothing, and sends nothing of the message that was refused, where a frame cannot be written', () => {
    const pipe = new FakePipe();
    pipe.channel.post(['display', true], large);
    pipe.isStackFull = true;
    assert.throws(() => pipe.channel.post(['display', true], '2'), RangeError);
    pipe.isStackFull = false;
    pipe.channel.post(['display', true], '3');
    pipe.endTick();
    assert.deepEqual(
      pipe.frames.map(([, ...values]) => values),
      [[large], ['3']],
    );
  });
});

describe('a message that can wait', () => {
  let pipe: FakePipe;
  beforeEach(() => {
    pipe = new FakePipe();
  });

  it('leaves before what is sent next, in the same frame', () => {
    pipe.channel.postLater(['tick', 1, 1]);
    pipe.channel.post(['progress', 'half', 0.5]);
    pipe.channel.flush();
    assert.deepEqual(pipe.frames, [['[["tick",1,1],["progress","half",0.5]]']]);
  });

  it('leaves with others of its kind after a moment in which nothing is sent', () => {
    pipe.channel.postLater(['tick', 1, -1]);
    pipe.channel.postLater(['tick', 2, -2]);
    assert.deepEqual([pipe.frames, pipe.alarms.length], [[], 1]);
    pipe.ring();
    assert.deepEqual(pipe.frames, [['[["tick",1,-1],["tick",2,-2]]']]);
  });

  it('has another moment after the last one', () => {
    pipe.channel.postLater(['tick', 1, -1]);
    pipe.ring();
    pipe.channel.postLater(['tick', 2, -2]);
    assert.equal(pipe.alarms.length, 1);
  });
});
