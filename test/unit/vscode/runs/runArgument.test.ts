import assert from 'node:assert/strict';
import type { RunRecord } from '../../../../src/journal/record/runRecord.ts';
import {
  announcedRun,
  newestOfScript,
  newestToReplay,
  runIdOf,
  scriptsRun,
} from '../../../../src/vscode/runs/runArgument.ts';
import { recordOf } from '../../../fakes/runRecords.ts';

/** The newest first. */
const records = [
  recordOf({ id: '00000-00007000', startedAt: 70, door: 'script', name: 'z.ts', dryRun: true }),
  recordOf({ id: '00000-00006000', startedAt: 60, door: 'script', name: 'x.ts (selection)' }),
  recordOf({ id: '00000-00005000', startedAt: 50, door: 'script', name: 'x.ts', dryRun: true }),
  recordOf({ id: '00000-00004000', startedAt: 40, codeHash: 'b' }),
  recordOf({ id: '00000-00003000', startedAt: 30, codeHash: 'a' }),
  recordOf({ id: '00000-00002000', startedAt: 20, codeHash: 'a', door: 'script', name: 'x.ts' }),
  recordOf({ id: '00000-00001000', startedAt: 10, codeHash: 'a' }),
];
const runs = {
  list: () => Promise.resolve(records),
  read: (id: string) => Promise.resolve<RunRecord | undefined>(records.find((record) => record.id === id)),
};

describe('the run that a command is about', () => {
  it('is that of a row, or of an id', () => {
    assert.equal(runIdOf({ kind: 'run', run: { id: '00000-00001000' } }), '00000-00001000');
    assert.equal(runIdOf('00000-00001000'), '00000-00001000');
    for (const other of [undefined, null, 3, '../x', { run: {} }, { run: { id: '../x' } }])
      assert.equal(runIdOf(other), undefined);
  });

  it('is the first of that code since the chat announced it', async () => {
    assert.equal(await announcedRun(runs, { codeHash: 'a', after: 15 }), '00000-00002000');
    assert.equal(await announcedRun(runs, { codeHash: 'a', after: 35 }), undefined);
    assert.equal(await announcedRun(runs, { codeHash: 'a' }), undefined);
  });

  it('is the newest of a script', async () => {
    assert.equal(await newestOfScript(runs, 'x.ts'), '00000-00005000');
    assert.equal(await newestOfScript(runs, 'y.ts'), undefined);
  });

  it('is the newest of a script that was no dry run, where it is replayed', async () => {
    assert.equal(await newestToReplay(runs, 'x.ts'), '00000-00002000');
    assert.equal(await newestToReplay(runs, 'z.ts'), undefined);
  });
});

describe('the scripts of which there is a run', () => {
  it('are told with whether one of theirs can be replayed', async () => {
    const known = await scriptsRun(runs);
    assert.deepEqual(
      ['x.ts', 'z.ts', 'y.ts'].map((name) => known.get(name)),
      [true, false, undefined],
    );
  });
});
