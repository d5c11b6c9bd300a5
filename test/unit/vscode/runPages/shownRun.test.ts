import assert from 'node:assert/strict';
import type { RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { ShownRun } from '../../../../src/vscode/runPages/shownRun.ts';
import { done as finished } from '../../../fakes/runStoreIn.ts';

const done: RunOutcome = { ...finished, value: { a: 1 }, durationMs: 12 };

function started() {
  let changes = 0;
  const run = new ShownRun(1, { startedAt: Date.now() }, () => (changes += 1));
  return { run, observer: run.observer(), changes: () => changes };
}

describe('a run as its panel shows it', () => {
  it('gathers console, calls and progress while it is on', () => {
    const { run, observer, changes } = started();
    observer.onLog?.({ level: 'warn', text: 'a\nb', ms: 3 });
    observer.onCallStarted?.({ sequence: 1, path: 'tools.x.y' });
    observer.onProgress?.('Half', 0.5, undefined);
    assert.deepEqual(
      run.entries.map(({ kind, text }) => `${kind} ${text}`),
      ['warn a\nb', 'progress Half (50%)'],
    );
    assert.deepEqual(
      [run.viewed.callList.map(({ path, answeredAt }) => [path, answeredAt]), run.progress, changes()],
      [[['tools.x.y', undefined]], 'Half (50%)', 3],
    );
  });

  it('has its value when it has ended, and hears nothing any more', async () => {
    const { run, observer } = started();
    await run.ended(done);
    observer.onLog?.({ level: 'log', text: 'late', ms: 1 });
    assert.deepEqual([run.state, run.value, run.entries], ['done', { v: { a: 1 } }, []]);
  });

  it('holds a long value as JSON that a thread reads', async () => {
    const { run } = started();
    const value = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    await run.ended({ ...done, value });
    assert.ok(run.value && 'shared' in run.value);
    assert.deepEqual(JSON.parse(Buffer.from(run.value.shared).toString()), value);
  });

  it('shows a long entry cut, and holds the whole', async () => {
    const { run, observer } = started();
    const text = 'x'.repeat(15_000);
    observer.onLog?.({ level: 'log', text, ms: 1 });
    await run.ended(done);
    assert.deepEqual([run.entries[0]?.opens, run.entries[0]?.text.length], [true, 10_000]);
    assert.deepEqual(run.longTexts.get(0), { v: text });
  });

  it('says in one last entry that there are more than it shows', () => {
    const { run, observer } = started();
    for (let ms = 0; ms < 100_003; ms += 1) observer.onLog?.({ level: 'log', text: 'x', ms });
    assert.equal(run.entries.length, 100_001);
    assert.deepEqual(run.entries.slice(-2), [
      { at: 99_999, kind: 'log', text: 'x', opens: false },
      {
        at: 100_000,
        kind: 'info',
        opens: false,
        text: 'More was written than the 100,000 entries that are shown here: Show Output has the rest.',
      },
    ]);
  });

  it('holds what the script displays, in its order', async () => {
    const { run, observer } = started();
    observer.onDisplay?.({ type: 'image', mimeType: 'image/png', data: 'A'.repeat(100_000) });
    observer.onDisplay?.({ type: 'text', text: '# Hi' });
    await run.ended(done);
    assert.deepEqual(
      run.displays.map(({ shown }) => shown),
      [
        { kind: 'media', label: 'image/png' },
        { kind: 'markdown', label: 'text', text: '# Hi' },
      ],
    );
  });

  it('says of a call that had no answer what became of it', async () => {
    const { run, observer } = started();
    observer.onCallStarted?.({ sequence: 1, path: 'tools.x.y' });
    const call = {
      sequence: 1,
      server: 'x',
      tool: 'y',
      path: 'tools.x.y',
      state: 'unknown',
      writes: true,
      ms: 5,
    } as const;
    await run.ended({
      ...done,
      ok: false,
      value: undefined,
      errors: [{ code: 'cancelled', message: 'Cancelled.' }],
      calls: [call],
    });
    assert.deepEqual([run.state, run.viewed.callList[0]?.answeredAt !== undefined], ['cancelled', true]);
  });
});
