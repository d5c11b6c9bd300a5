// Tests which messages are sent together, which wait, and which listener is called.
import assert from 'node:assert/strict';
import { Outbox } from '../../../src/sandbox/supervisor/outbox.ts';

describe('the outbox', () => {
  const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

  function filling(hasRoom: () => boolean): {
    outbox: Outbox;
    written: string[];
    taken: number[];
    add: (call: number) => void;
  } {
    const written: string[] = [];
    const taken: number[] = [];
    const outbox = new Outbox((lines) => {
      written.push(lines.join('|'));
      return hasRoom();
    });
    return {
      outbox,
      written,
      taken,
      add: (call) => outbox.add(['refuse', call], [`${call}`], () => taken.push(call)),
    };
  }

  it('sends what one turn says together, at its end', async () => {
    const { written, taken, add } = filling(() => true);
    add(1);
    add(2);
    const early = written.length;
    await endOfTurn();
    add(3);
    await endOfTurn();
    assert.deepEqual(
      [early, written, taken],
      [0, ['[["refuse",1],["refuse",2]]|1|2', '[["refuse",3]]|3'], [1, 2, 3]],
    );
  });

  it('waits while there is no room, and tells of what was taken when there is', async () => {
    let room = false;
    const { outbox, written, taken, add } = filling(() => room);
    add(1);
    await endOfTurn();
    add(2);
    await endOfTurn();
    const before = [[...written], [...taken]];
    room = true;
    outbox.drained();
    assert.deepEqual(
      [before, written, taken],
      [
        [['[["refuse",1]]|1'], []],
        ['[["refuse",1]]|1', '[["refuse",2]]|2'],
        [1, 2],
      ],
    );
  });

  it('sends a long message alone, so that no text becomes longer than texts can be', async () => {
    const lengths: number[] = [];
    const outbox = new Outbox((lines) => lengths.push(lines.slice(1).join('').length) > 0);
    for (const length of [60_000, 5_000, 1_000, 200_000, 100, 300_000])
      outbox.add(['refuse', 1], ['1'.repeat(length)]);
    await endOfTurn();
    assert.deepEqual(lengths, [65_000, 1_000, 200_000, 100, 300_000]);
  });
});
