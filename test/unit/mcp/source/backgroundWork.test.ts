import assert from 'node:assert/strict';
import { BackgroundWork } from '../../../../src/mcp/source/backgroundWork.ts';

describe('background work', () => {
  /** Work that begins when it is told to, and ends when the test says so. */
  const piece = () => {
    const [begun, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let began = false;
    const work = () => {
      began = true;
      begun.resolve(undefined);
      return end.promise;
    };
    return { work, begun: begun.promise, end: () => end.resolve(undefined), hasBegun: () => began };
  };

  it('goes on a few at once, and the next begins when one ends', async () => {
    const background = new BackgroundWork({ delayMs: 0, atOnce: 2 });
    const [first, second, third] = [piece(), piece(), piece()];
    for (const { work } of [first, second, third]) background.add(work);
    await Promise.all([first.begun, second.begun]);
    assert.equal(third.hasBegun(), false);
    second.end();
    await third.begun;
    background.dispose();
  });

  it('begins later than what asks for it', () => {
    const background = new BackgroundWork({ delayMs: 0, atOnce: 2 });
    const { work, hasBegun } = piece();
    background.add(work);
    assert.equal(hasBegun(), false);
    background.dispose();
  });

  it('does not begin after dispose', async () => {
    const background = new BackgroundWork({ delayMs: 0, atOnce: 1 });
    const [first, second] = [piece(), piece()];
    background.add(first.work);
    background.add(second.work);
    await first.begun;
    background.dispose();
    first.end();
    await new Promise(setImmediate);
    assert.equal(second.hasBegun(), false);
  });
});
