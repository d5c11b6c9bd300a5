// Tests a run that must be audited and cannot be, through the engine.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditJournal } from '../../src/telemetry/audit/auditJournal.ts';
import { AuditLog } from '../../src/telemetry/audit/auditLog.ts';
import { combinedJournal } from '../../src/journal/record/combinedJournal.ts';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine } from '../fakes/testEngine.ts';

describe('a run where an audit log is required', () => {
  it('does nothing while the log cannot be written, and runs when it can', async () => {
    using folder = new TemporaryFolder('code-mode-audit-');
    const path = join(folder.path, 'audit');
    writeFileSync(path, '');
    const log = new AuditLog({ folder: path, warn: () => undefined });
    const audit = new AuditJournal({
      mode: () => Promise.resolve('required'),
      log,
      folder: '/work',
      user: 'ann',
      host: 'desk',
      version: '1',
    });
    const journal = combinedJournal({ begin: () => undefined }, [audit], (line) => assert.equal(line, ''));
    let calls = 0;
    const answer = () => structuredResult({ calls: (calls += 1) });
    await using test = new TestEngine([new InMemorySource({ files: [{ name: 'read', answer }] })], {
      journal,
    });
    const refused = await test.run('return await tools.files.read({})');
    assert.deepEqual([refused.ok, refused.errors[0]?.code, calls], [false, 'denied', 0]);
    assert.match(refused.errors[0]?.message ?? '', /administrator requires an audit log, /);
    rmSync(path);
    assert.deepEqual((await test.run('return await tools.files.read({})')).value, { calls: 1 });
  });
});
