// Tests that messages leave the guest whole, even if the script's stack overflows in between.
import assert from 'node:assert/strict';
import { HostChannel } from '../../../../src/sandbox/guest/hostChannel.ts';
import type { HostBindings } from '../../../../src/sandbox/guest/hostBindings.ts';

class FakePipe {
  readonly frames: (readonly string[])[] = [];
  isStackFull = false;
  readonly #atEnd: (() => void)[] = [];

  readonly channel = new HostChannel({
    writeFrame: (lines: readonly string[]) => {
      if (this.isStackFull) throw new RangeError('Maximum call stack size exceeded');
      this.frames.push(lines);
    },
    atEndOfTick: (work: () => void) => void this.#atEnd.push(work),
  } as unknown as HostBindings);

  endTick(): void {
    for (const work of this.#atEnd.splice(0)) work();
  }
}

const large = JSON.stringify('x'.repeat(70_000));

describe('the way out of the guest', () => {
  it('is one frame for all messages of a tick, values in their order', () => {
    const pipe = new FakePipe();
    pipe.channel.post(['display', true], '1');
    pipe.channel.post(['log', 'log', 'a', 1, null, null]);
    pipe.channel.post(['display', true], '2');
    pipe.endTick();
    assert.deepEqual(pipe.frames, [
      ['[["display",true],["log","log","a",1,null,null],["display",true]]', '1', '2'],
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
