import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AuditChain } from '../../../../src/runs/audit/auditChain.ts';
import { lockAudit } from '../../../../src/runs/audit/auditLock.ts';
import { auditFile, auditFiles } from '../../../../src/runs/audit/auditFiles.ts';
import { verifyAudit, type KnownLines } from '../../../../src/runs/audit/verifyAudit.ts';
import { compiledSources } from '../../../fakes/compiledSources.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('the chain of an audit log', () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = new TemporaryFolder('code-mode-audit-')));
  afterEach(() => {
    mock.restoreAll();
    folder[Symbol.dispose]();
  });

  const warnings: string[] = [];
  const chainOf = (fileBytes = 1_000_000) => new AuditChain({ folder: folder.path, warn: (line) => warnings.push(line), fileBytes });
  const fill = async (chain: AuditChain, count: number, run = 'run') => {
    for (let call = 1; call <= count; call += 1) chain.add({ t: 'sent', run, call });
    assert.equal(await chain.written(), undefined);
  };
  const verdict = async (known: KnownLines = {}) => verifyAudit(await auditFiles(folder.path), known);
  const path = (number = 1) => auditFile(folder.path, number).path;
  const linesOf = (number = 1) => readFileSync(path(number), 'utf8').split('\n').slice(0, -1);

  it('goes on in the next process where it ended', async () => {
    await fill(chainOf(), 3);
    await fill(chainOf(), 2);
    const { lines, broken, head } = await verdict();
    assert.deepEqual([lines, broken, head.number], [5, undefined, 5]);
  });

  it('goes on in the next file', async () => {
    const chain = chainOf(500);
    for (let batch = 0; batch < 3; batch += 1) await fill(chain, 3);
    const { files, lines, broken } = await verdict();
    assert.deepEqual([files, lines, broken], [3, 9, undefined]);
  });

  it('is for its owner alone', async function () {
    if (process.platform === 'win32') this.skip();
    const own = new AuditChain({ folder: join(folder.path, 'own'), warn: () => undefined });
    await fill(own, 1);
    const modes = [join(folder.path, 'own'), auditFile(join(folder.path, 'own'), 1).path].map((file) => statSync(file).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600]);
  });

  it('names the first line that was changed', async () => {
    await fill(chainOf(), 5);
    const lines = linesOf();
    lines[2] = lines[2]?.replace('"call":3', '"call":9') ?? '';
    writeFileSync(path(), `${lines.join('\n')}\n`);
    const { broken } = await verdict();
    assert.deepEqual([broken?.file, broken?.line], [path(), 3]);
    assert.match(broken?.why ?? '', /^it was changed: its hash /);
  });

  it('names the line behind one that was taken out', async () => {
    await fill(chainOf(), 5);
    const lines = linesOf();
    lines.splice(1, 2);
    writeFileSync(path(), `${lines.join('\n')}\n`);
    const { broken } = await verdict();
    assert.deepEqual([broken?.line, broken?.why], [2, '2 lines before it are missing']);
  });

  it('names the line behind one that was put in twice', async () => {
    await fill(chainOf(), 3);
    const lines = linesOf();
    writeFileSync(path(), `${[...lines, lines[1]].join('\n')}\n`);
    const { broken } = await verdict();
    assert.equal(broken?.line, 4);
    assert.match(broken.why, /^it does not follow from /);
  });

  for (const removed of [1, 3]) {
    it(`misses file ${removed} of four`, async () => {
      const chain = chainOf(500);
      for (let batch = 0; batch < 4; batch += 1) await fill(chain, 3);
      rmSync(path(removed));
      const why = `file ${removed} before it is missing`;
      assert.deepEqual((await verdict()).broken, { file: path(removed + 1), line: 1, why });
    });
  }

  it('misses the first lines of its first file', async () => {
    await fill(chainOf(), 3);
    writeFileSync(path(), `${linesOf().slice(1).join('\n')}\n`);
    assert.deepEqual((await verdict()).broken, { file: path(), line: 1, why: '1 line before it is missing' });
  });

  it('misses the lines of the files before a single one', async () => {
    const chain = chainOf(500);
    for (let batch = 0; batch < 2; batch += 1) await fill(chain, 3);
    const { broken } = await verifyAudit([{ number: 1, path: path(2) }]);
    assert.deepEqual(broken, { file: path(2), line: 1, why: '3 lines before it are missing' });
  });

  it('misses its lines where none is left', async () => {
    await fill(chainOf(), 3);
    truncateSync(path(), 0);
    assert.deepEqual((await verdict()).broken, { file: path(), line: 1, why: 'there is no line in it' });
  });

  it('misses the first file where the second begins a chain of its own', async () => {
    const chain = chainOf(500);
    await fill(chain, 3);
    appendFileSync(path(), 'no line of ours\n');
    await fill(chain, 3);
    rmSync(path());
    assert.equal((await verdict()).broken?.why, 'file 1 before it is missing');
  });

  describe('whose oldest file was removed', () => {
    /** The hash of the last line of each file. */
    let heads: string[];
    beforeEach(async () => {
      heads = [];
      const chain = chainOf(500);
      for (let batch = 0; batch < 3; batch += 1) {
        await fill(chain, 3);
        heads.push((await verdict()).head.hash);
      }
      rmSync(path(1));
    });

    it('holds from the line on whose hash was noted', async () => {
      const { broken, first, lines } = await verdict({ before: heads[0] ?? '' });
      assert.deepEqual([broken, first, lines], [undefined, 4, 6]);
    });

    it('is broken behind any other line', async () => {
      assert.deepEqual((await verdict({ before: heads[1] ?? '' })).broken, {
        file: path(2),
        line: 1,
        why: 'it does not follow from the line with the hash given',
      });
    });

    it('misses a line that was removed with it', async () => {
      writeFileSync(path(2), `${linesOf(2).slice(1).join('\n')}\n`);
      assert.equal((await verdict({ before: heads[0] ?? '' })).broken?.line, 1);
    });
  });

  it('lacks a hash that was noted where lines were taken from its end', async () => {
    await fill(chainOf(), 3);
    const contains = (await verdict()).head.hash;
    assert.equal((await verdict({ contains })).broken, undefined);
    writeFileSync(path(), `${linesOf().slice(0, 2).join('\n')}\n`);
    assert.equal((await verdict()).broken, undefined);
    assert.equal((await verdict({ contains })).broken?.why, 'no line has that hash');
  });

  it('reports a last line that was cut as such', async () => {
    await fill(chainOf(), 3);
    truncateSync(path(), statSync(path()).size - 20);
    const { broken, cut } = await verdict();
    assert.deepEqual([broken, cut], [undefined, [{ file: path(), line: 3 }]]);
  });

  it('goes on behind a line that was cut anywhere', async () => {
    await fill(chainOf(), 2);
    const whole = readFileSync(path());
    const second = whole.indexOf('\n') + 1;
    for (let size = 1; size < whole.length; size += 17) {
      writeFileSync(path(), whole.subarray(0, size));
      await fill(chainOf(), 1);
      const { broken, cut } = await verdict();
      assert.deepEqual([broken, cut.length], [undefined, size === second ? 0 : 1], `cut at ${size}`);
    }
  });

  it('says how many entries could not be written, once it can write again', async () => {
    const chain = chainOf();
    await fill(chain, 1);
    mkdirSync(path(2));
    chain.add({ t: 'sent', run: 'run', call: 2 });
    chain.add({ t: 'sent', run: 'run', call: 3 });
    assert.match((await chain.written()) ?? '', /EISDIR|EPERM|EACCES/);
    rmdirSync(path(2));
    await fill(chain, 1);
    assert.match(linesOf()[1] ?? '', /"t":"lost","entries":2/);
    assert.equal((await verdict()).broken, undefined);
  });

  it('says once why it cannot be written', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const heard: string[] = [];
    const chain = new AuditChain({ folder: join(folder.path, 'file'), warn: (line) => heard.push(line) });
    for (let call = 1; call <= 2; call += 1) {
      chain.add({ t: 'sent', run: 'run', call });
      assert.match((await chain.written()) ?? '', /EEXIST|ENOTDIR/);
    }
    assert.equal(heard.length, 1);
  });

  it('takes the lock of a process that is gone', async () => {
    mkdirSync(folder.path, { recursive: true });
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'exit');
    writeFileSync(join(folder.path, 'lock'), JSON.stringify({ pid: ended.pid, host: hostname(), id: 'x' }));
    // A holder that is still there has 5 s; the clock stands still here, so that only its absence counts.
    const now = performance.now();
    mock.method(performance, 'now', () => now);
    await fill(chainOf(), 1);
  });

  it('is one chain of several processes, of which one is killed', async () => {
    const writer = fileURLToPath(new URL('../../../fakes/auditWriter.ts', import.meta.url));
    const start = (name: string, count: string) =>
      spawn(process.execPath, ['--no-warnings', writer, folder.path, name, count], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: compiledSources,
      });
    const killed = start('killed', 'forever');
    const others = ['a', 'b'].map((name) => start(name, '15'));
    const exits = others.map((child) => once(child, 'exit'));
    // One that cannot append ends before it says so.
    const begun = (child: ChildProcess) => Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    await Promise.all([killed, ...others].map(begun));
    killed.kill('SIGKILL');
    const codes: unknown[] = (await Promise.all(exits)).map(([code]: unknown[]) => code);
    assert.deepEqual(codes, [0, 0]);
    await fill(chainOf(), 1);
    const { broken, files } = await verdict();
    assert.equal(broken, undefined);
    const all = Array.from({ length: files }, (_, index) => linesOf(index + 1)).flat();
    for (const name of ['a', 'b']) assert.equal(all.filter((line) => line.includes(`"run":"${name}"`)).length, 15);
  });

  it('lets one that waits in between the entries of one that does not pause', async () => {
    const lock = join(folder.path, 'lock');
    let isOver = false;
    const greedy = (async () => {
      let taken = 0;
      for (; !isOver; taken += 1) {
        const release = await lockAudit(lock);
        await delay(20);
        await release();
      }
      return taken;
    })();
    for (let turn = 0; turn < 5; turn += 1) await (await lockAudit(lock))();
    isOver = true;
    assert.ok((await greedy) > 0);
  });

  it('is not verified through what was appended by hand', async () => {
    await fill(chainOf(), 1);
    appendFileSync(path(), '{"n":2,"t":"sent"}\n');
    await fill(chainOf(), 1);
    assert.deepEqual((await verdict()).broken?.line, 2);
  });
});
