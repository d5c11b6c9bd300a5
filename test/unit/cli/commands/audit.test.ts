import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { audit } from '../../../../src/cli/commands/audit.ts';
import type { AuditOptions } from '../../../../src/cli/commandOptions.ts';
import { AuditChain } from '../../../../src/runs/audit/auditChain.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('code-mode audit', () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = new TemporaryFolder('code-mode-audit-')));
  afterEach(() => folder[Symbol.dispose]());

  const command = async (options: Omit<AuditOptions, 'command' | 'json'>) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const code = await audit({ command: 'audit', json: false, ...options }, { stdin, stdout, stderr }, folder.path);
    return { code, out: String(stdout.read() ?? ''), said: String(stderr.read() ?? '') };
  };
  const written = async () => {
    const chain = new AuditChain({ folder: folder.path, warn: () => undefined, fileBytes: 300 });
    for (let call = 1; call <= 3; call += 1) {
      chain.add({ t: 'sent', run: 'run', call });
      await chain.written();
    }
  };

  it('says where the log is', async () => {
    assert.deepEqual(await command({ action: 'path' }), { code: 0, out: `${folder.path}\n`, said: '' });
  });

  it('finds no log, and says what switches it on', async () => {
    const { code, said } = await command({ action: 'verify' });
    assert.equal(code, 1);
    assert.match(said, /--audit/);
  });

  it('exports one log of several files, which verifies like them', async () => {
    await written();
    const { out } = await command({ action: 'export' });
    assert.equal(out.split('\n').length, 4);
    const file = join(folder.path, 'export.jsonl');
    writeFileSync(file, out);
    const [log, copy] = [await command({ action: 'verify' }), await command({ action: 'verify', file })];
    assert.deepEqual([log.code, copy.code], [0, 0]);
    assert.match(log.out, /^3 lines in 2 files, from 2.* to 2.*: each follows .*\.\nHash of line 3: [0-9a-f]{64}\n$/);
    assert.equal(copy.out, log.out.replace(' in 2 files', ''));
  });

  it('fails with the file and line of the first break', async () => {
    await written();
    const file = join(folder.path, 'audit-000001.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"call":2', '"call":7'));
    const { code, said } = await command({ action: 'verify' });
    assert.equal(code, 1);
    const words = said.replace(/\n\s*/g, ' ');
    assert.ok(words.startsWith(`${file}:2: the audit log is broken`) && words.includes(': it was changed'), said);
  });

  it('fails where the file to verify is not there', async () => {
    await assert.rejects(command({ action: 'verify', file: join(folder.path, 'none.jsonl') }), /cannot read the audit log: ENOENT/);
  });
});
