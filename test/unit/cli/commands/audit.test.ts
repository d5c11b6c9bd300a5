import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { audit } from '../../../../src/cli/commands/audit.ts';
import type { AuditOptions } from '../../../../src/cli/commandOptions.ts';
import { AuditLog } from '../../../../src/telemetry/audit/auditLog.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('code-mode audit', () => {
  const folder = freshFolder('code-mode-audit-');

  const command = async (action: AuditOptions['action']) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const code = await audit({ command: 'audit', action }, { stdin, stdout, stderr }, folder.path);
    return { code, out: String(stdout.read() ?? ''), said: String(stderr.read() ?? '') };
  };

  it('says where the log is', async () => {
    assert.deepEqual(await command('path'), { code: 0, out: `${folder.path}\n`, said: '' });
  });

  const write = async () => {
    const log = new AuditLog({ folder: folder.path, warn: (line) => assert.fail(line), fileBytes: 100 });
    for (let call = 1; call <= 3; call += 1) {
      log.add({ t: 'sent', run: 'run', call });
      await log.written();
    }
  };

  it('ends quietly when nobody reads on', async () => {
    await write();
    const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(closed) });
    const io = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
    assert.equal(await audit({ command: 'audit', action: 'export' }, io, folder.path), 0);
  });

  it('exports the lines of all files, the oldest first', async () => {
    await write();
    const lines = (await command('export')).out.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { readonly call: number }).call),
      [1, 2, 3],
    );
  });
});
