import assert from 'node:assert/strict';
import { isRunId, RunIds } from '../../../../src/journal/record/runId.ts';

const now = Date.UTC(2026, 10, 23, 12);

describe('ids of runs', () => {
  it('sort by time, within a millisecond too, and may name files', () => {
    const ids = new RunIds();
    const made = [now, now, now - 5, now + 60_000].map((at) => ids.next(at));
    assert.deepEqual(made.toSorted(), made);
    assert.ok(made.every((id) => isRunId(id)));
  });

  it('differ between processes that begin runs in the same millisecond', () => {
    // Ten ids are equal in one of a million runs of this test.
    assert.equal(new Set(Array.from({ length: 10 }, () => new RunIds().next(now))).size, 10);
  });

  it('are nothing that leads out of a folder', () => {
    for (const text of [
      '',
      '../..-aaaaaaaa',
      'aaaaa-aaaaa',
      'aaaaa-aaaaaaaaa',
      'AAAAA-AAAAAAAA',
      'aaaaa-aaaaaaaa\n',
      7,
      undefined,
    ])
      assert.equal(isRunId(text), false);
  });
});
