import assert from 'node:assert/strict';
import { ThrottledProgress } from '../../../../src/mcp/session/throttledProgress.ts';

describe('ThrottledProgress', () => {
  let seen: [string, number | undefined][];
  let progress: ThrottledProgress;
  beforeEach(() => {
    seen = [];
    progress = new ThrottledProgress((message, fraction) => seen.push([message, fraction]));
  });
  afterEach(() => progress[Symbol.dispose]());

  it('passes text and fraction on as they come', () => {
    progress.came({ progress: 1, total: 4, message: 'one' });
    progress.came({ progress: 4, total: 4 });
    assert.deepEqual(seen, [
      ['one', 0.25],
      ['', 1],
    ]);
  });

  it('knows no fraction without a total', () => {
    progress.came({ progress: 7, message: 'seven' });
    progress.came({ progress: 7, total: 0 });
    assert.deepEqual(seen, [
      ['seven', undefined],
      ['', undefined],
    ]);
  });

  it('never goes back, and never beyond the end', () => {
    for (const done of [3, 2, -1, 9]) progress.came({ progress: done, total: 4 });
    assert.deepEqual(
      seen.map(([, fraction]) => fraction),
      [0.75, 0.75, 0.75, 1],
    );
  });

  it('a storm becomes a few, and the last of them is told when the call ends', () => {
    for (let done = 1; done <= 10_000; done++)
      progress.came({ progress: done, total: 10_000, message: `${done}` });
    assert.equal(seen.length, 20);
    progress[Symbol.dispose]();
    assert.deepEqual(seen.at(-1), ['10000', 1]);
    assert.equal(seen.length, 21);
  });

  it('the newest of a storm is told while the call goes on', async () => {
    const told = Promise.withResolvers<string>();
    progress[Symbol.dispose]();
    progress = new ThrottledProgress((message) => message === '30' && told.resolve(message));
    for (let done = 1; done <= 30; done++) progress.came({ progress: done, message: `${done}` });
    assert.equal(await told.promise, '30');
  });

  it('nothing is told after the call has ended', () => {
    progress[Symbol.dispose]();
    progress.came({ progress: 1, message: 'late' });
    assert.deepEqual(seen, []);
  });

  it('a long text is cut, and drives no terminal', () => {
    progress.came({ progress: 1, message: `\u001b[31m${'x'.repeat(10_000)}` });
    const [[message] = ['']] = seen;
    assert.match(message, /^x/);
    assert.ok(message.length < 600);
  });
});
