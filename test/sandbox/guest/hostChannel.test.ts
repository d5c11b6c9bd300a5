// Tests which messages of a guest are sent together, and when.
import assert from 'node:assert/strict';
import { HostChannel } from '../../../src/sandbox/guest/hostChannel.ts';
import type { HostBindings } from '../../../src/sandbox/guest/hostBindings.ts';

describe('a message that can wait', () => {
  let frames: string[];
  let alarms: (() => void)[];
  let channel: HostChannel;

  beforeEach(() => {
    frames = [];
    alarms = [];
    const bindings: Pick<HostBindings, 'writeFrame' | 'atEndOfTick' | 'setTimeout'> = {
      writeFrame: (lines) => frames.push(lines.join('\n')),
      atEndOfTick: () => undefined,
      setTimeout: (work) => alarms.push(work),
    };
    channel = new HostChannel(bindings);
  });

  it('leaves before what is sent next, in the same frame', () => {
    channel.postLater(['tick', 1, 1]);
    channel.post(['progress', 'half', 0.5]);
    channel.flush();
    assert.deepEqual(frames, ['[["tick",1,1],["progress","half",0.5]]']);
  });

  it('leaves with others of its kind after a moment in which nothing is sent', () => {
    channel.postLater(['tick', 1, -1]);
    channel.postLater(['tick', 2, -2]);
    assert.deepEqual([frames, alarms.length], [[], 1]);
    for (const ring of alarms) ring();
    assert.deepEqual(frames, ['[["tick",1,-1],["tick",2,-2]]']);
  });

  it('has another moment after the last one', () => {
    channel.postLater(['tick', 1, -1]);
    for (const ring of alarms.splice(0)) ring();
    channel.postLater(['tick', 2, -2]);
    assert.equal(alarms.length, 1);
  });
});
