import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ResumeClaims } from '../../../../src/journal/past/resumeClaims.ts';
import { birthOf } from '../../../../src/journal/record/runLiveness.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const [id, otherId] = ['k3f9a-2b71c000', 'k3f9a-2b71d000'];

describe('a claim on a run', () => {
  const folder = freshFolder('code-mode-claims-');
  beforeEach(() => {
    for (const run of [id, otherId]) mkdirSync(join(folder.path, run));
  });

  const claimOf = (pid: number, number = 1) =>
    writeFileSync(
      join(folder.path, id, `claim-${number}`),
      JSON.stringify({ pid, host: hostname(), startedAt: Date.now() }),
    );

  const namesIn = (run: string) => readdirSync(join(folder.path, run));

  it('is one at a time, and leaves nothing behind', async () => {
    const claims = new ResumeClaims(folder.path);
    const first = await claims.claim(id);
    assert.ok(!('problem' in first));
    assert.deepEqual(await claims.claim(id), { problem: `Run ${id} is being resumed already.` });
    assert.ok(!('problem' in (await claims.claim(otherId))));
    await first[Symbol.asyncDispose]();
    assert.ok(!('problem' in (await claims.claim(id))));
    assert.deepEqual([id, otherId].map(namesIn), [['claim-1'], ['claim-1']]);
  });

  it('is refused while another process has it, and not after its death', async () => {
    claimOf(process.ppid);
    assert.ok('problem' in (await new ResumeClaims(folder.path).claim(id)));
    claimOf(spawnSync(process.execPath, ['--version']).pid);
    assert.ok(!('problem' in (await new ResumeClaims(folder.path).claim(id))));
    assert.deepEqual(namesIn(id), ['claim-2']);
  });

  // Only Linux says when a process began.
  if (process.platform === 'linux')
    it('is none of a process that has the number of one that died', async () => {
      const file = join(folder.path, id, 'claim-1');
      const claimant = { pid: process.ppid, host: hostname(), startedAt: Date.now() };
      writeFileSync(file, JSON.stringify({ ...claimant, born: birthOf(process.ppid) }));
      assert.ok('problem' in (await new ResumeClaims(folder.path).claim(id)));
      writeFileSync(file, JSON.stringify({ ...claimant, born: '1' }));
      assert.ok(!('problem' in (await new ResumeClaims(folder.path).claim(id))));
    });

  it('is seen whatever its number', async () => {
    claimOf(process.ppid, 12_345_678);
    assert.ok('problem' in (await new ResumeClaims(folder.path).claim(id)));
  });

  it('is refused while another process may be writing it', async () => {
    writeFileSync(join(folder.path, id, 'claim-1'), '');
    assert.ok('problem' in (await new ResumeClaims(folder.path).claim(id)));
  });

  it('is refused where it cannot be written', async () => {
    const claim = await new ResumeClaims(join(folder.path, 'none')).claim(id);
    assert.match('problem' in claim ? claim.problem : '', /cannot be claimed/);
  });
});
