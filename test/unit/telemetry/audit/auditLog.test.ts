import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AuditLog, auditFile, auditFiles } from '../../../../src/telemetry/audit/auditLog.ts';
import { compiledSources } from '../../../fakes/compiledSources.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';
import { fullTest } from '../../../fakes/everyTest.ts';

describe('an audit log', () => {
  const folder = freshFolder('code-mode-audit-');

  const warnings: string[] = [];
  const logOf = (fileBytes = 1_000_000) =>
    new AuditLog({ folder: folder.path, warn: (line) => warnings.push(line), fileBytes });
  const fill = async (log: AuditLog, count: number, run = 'run') => {
    for (let call = 1; call <= count; call += 1) log.add({ t: 'sent', run, call });
    assert.equal(await log.written(), undefined);
  };
  const path = (number = 1) => auditFile(folder.path, number).path;
  const linesOf = (number = 1) => readFileSync(path(number), 'utf8').split('\n').slice(0, -1);
  const entriesOf = (number = 1) =>
    linesOf(number).map((line) => JSON.parse(line) as { readonly run?: string; readonly call?: number });

  it('has the entries in their order, with the time of each', async () => {
    await fill(logOf(), 3);
    const entries = entriesOf();
    assert.deepEqual(
      entries.map(({ call }) => call),
      [1, 2, 3],
    );
    assert.ok(entries.every((entry) => 'at' in entry && Date.parse(String(entry.at)) > 0));
  });

  it('goes on in the next process where it ended', async () => {
    await fill(logOf(), 3);
    await fill(logOf(), 2);
    assert.equal(linesOf().length, 5);
  });

  it('goes on in the next file', async () => {
    const log = logOf(150);
    for (let batch = 0; batch < 3; batch += 1) await fill(log, 3);
    assert.equal((await auditFiles(folder.path)).length, 3);
    assert.deepEqual(
      [1, 2, 3].map((number) => linesOf(number).length),
      [3, 3, 3],
    );
  });

  it('is for its owner alone', async function () {
    if (process.platform === 'win32') this.skip();
    const own = join(folder.path, 'own');
    await fill(new AuditLog({ folder: own, warn: () => undefined }), 1);
    assert.deepEqual(
      [own, auditFile(own, 1).path].map((file) => statSync(file).mode & 0o777),
      [0o700, 0o600],
    );
  });

  it('begins a new line behind one that was cut', async () => {
    await fill(logOf(), 2);
    truncateSync(path(), statSync(path()).size - 20);
    await fill(logOf(), 1);
    const lines = linesOf();
    assert.deepEqual([lines.length, JSON.parse(lines[2] ?? '') !== undefined], [3, true]);
  });

  it('says how many entries could not be written, once it can write again', async () => {
    const log = logOf();
    await fill(log, 1);
    mkdirSync(path(2));
    log.add({ t: 'sent', run: 'run', call: 2 });
    log.add({ t: 'sent', run: 'run', call: 3 });
    assert.match((await log.written()) ?? '', /EISDIR|EPERM|EACCES/);
    rmdirSync(path(2));
    await fill(log, 1);
    assert.match(linesOf()[1] ?? '', /"t":"lost","entries":2/);
  });

  it('says once why it cannot be written', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const heard: string[] = [];
    const log = new AuditLog({ folder: join(folder.path, 'file'), warn: (line) => heard.push(line) });
    for (let call = 1; call <= 2; call += 1) {
      log.add({ t: 'sent', run: 'run', call });
      assert.match((await log.written()) ?? '', /EEXIST|ENOTDIR/);
    }
    assert.equal(heard.length, 1);
  });

  fullTest('keeps the lines of several processes apart, of which one is killed', async () => {
    const writer = fileURLToPath(new URL('../../../fakes/auditWriter.ts', import.meta.url));
    const start = (name: string, count: string) =>
      spawn(process.execPath, ['--no-warnings', writer, folder.path, name, count], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: compiledSources,
      });
    const killed = start('killed', 'forever');
    const others = ['a', 'b'].map((name) => start(name, '150'));
    const exits = others.map((child) => once(child, 'exit'));
    // A process that cannot append ends before it announces that it has begun.
    const begun = (child: ChildProcess) =>
      Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    await Promise.all([killed, ...others].map(begun));
    killed.kill('SIGKILL');
    const codes: unknown[] = (await Promise.all(exits)).map(([code]: unknown[]) => code);
    assert.deepEqual(codes, [0, 0]);
    const files = await auditFiles(folder.path);
    // The line that the killed process was writing may be cut.
    const whole = files.flatMap(({ number }) => linesOf(number)).filter((line) => isJson(line));
    const all = whole.map((line) => JSON.parse(line) as { readonly run?: string; readonly call?: number });
    for (const name of ['a', 'b']) {
      assert.deepEqual(
        all.filter(({ run }) => run === name).map(({ call }) => call),
        Array.from({ length: 150 }, (_, index) => index + 1),
      );
    }
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
