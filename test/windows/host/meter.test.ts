// Time and memory of scripts on Windows, which tells them by `tasklist`: what holds when that fails, and which one is
// asked.
import assert from 'node:assert/strict';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { failure, makeSandbox, RecordingHandlers, returned, value } from '../../sandbox/sandboxBed.ts';

const windows = process.env['SystemRoot'] ?? String.raw`C:\windows`;
/** Read by the tasklist of these tests (tasklist.c). */
const modeFile = join(windows, 'Temp', 'tasklist-mode');
const setMode = (mode: 'fail' | 'empty' | 'hang') => writeFileSync(modeFile, mode);
const endless = 'await tools.geo.getCity(); for (;;);';

describe('the meter on Windows', () => {
  afterEach(() => rmSync(modeFile, { force: true }));

  it('is the tasklist of the system, whatever the current folder holds', async () => {
    using folder = new TemporaryFolder('code-mode-planted-');
    copyFileSync(join(windows, 'System32', 'taskkill.exe'), join(folder.path, 'tasklist.exe'));
    const before = process.cwd();
    process.chdir(folder.path);
    const sandbox = makeSandbox({ engine: 'auto' });
    try {
      assert.equal(await returned(sandbox, 'return 1'), 1);
      const { engine, meter } = await sandbox.status();
      assert.deepEqual([engine, meter?.state], ['process', 'works']);
    } finally {
      process.chdir(before);
      await sandbox.dispose();
    }
  });

  for (const mode of ['fail', 'empty', 'hang'] as const) {
    it(`gives scripts to WebAssembly where it does not work from the start (${mode})`, async () => {
      setMode(mode);
      const sandbox = makeSandbox({ engine: 'auto' });
      assert.equal(await returned(sandbox, 'return 1').finally(() => setMode('fail')), 1);
      assert.equal((await sandbox.status().finally(() => sandbox.dispose())).engine, 'wasm');
    });

    it(`that fails in the middle of a script ends it, within its limits (${mode})`, async () => {
      const sandbox = makeSandbox({ engine: 'process' });
      const handlers = new RecordingHandlers(() => {
        setMode(mode);
        return value(1);
      });
      const startedAt = performance.now();
      const { code } = await failure(sandbox, endless, {
        handlers,
        limits: { cpuMs: 60_000, wallMs: 60_000 },
      });
      assert.equal(code, 'meter_failed');
      assert.ok(performance.now() - startedAt < 30_000, 'it ended late');
      await sandbox.dispose();
    });
  }
});
