import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundledThread } from '../../fakes/bundledThread.ts';
import { compiledSources } from '../../fakes/compiledSources.ts';
import { typeLibrary } from '../../fakes/typeLibrary.ts';
import { ThreadedChecker, type ThreadedCheckerOptions } from '../../../src/checker/threadedChecker.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const realThread = fileOf('src/checker/thread.ts');
const faultyThread = bundledThread('test/fakes/faultyCheckerThread.ts');
const { signal } = new AbortController();
/** Longer than a busy machine takes to start a thread. */
const patientMs = 60_000;

describe('the checker in its thread', () => {
  let checker: ThreadedChecker;
  let log: string[];

  function start(options: Partial<ThreadedCheckerOptions> = {}): void {
    log = [];
    checker = new ThreadedChecker({
      threadFile: faultyThread,
      libFolder: '',
      log: (line) => log.push(line),
      timeoutMs: patientMs,
      ...options,
    });
  }

  async function messageOf(code: string): Promise<string> {
    const preparation = await checker.prepare(code, signal);
    assert.ok(!preparation.ok);
    assert.equal(preparation.problems.length, 1);
    return preparation.problems[0]?.message ?? '';
  }

  async function assertWorks(): Promise<void> {
    assert.equal((await checker.prepare('return 1', signal)).ok, true);
  }

  afterEach(async () => checker.dispose());

  it('prepares a script, its places included', async () => {
    start({ threadFile: realThread });
    const preparation = await checker.prepare(
      'const x: number = await tools.geo.getCity();\nreturn x;',
      signal,
    );
    assert.ok(preparation.ok);
    assert.deepEqual(preparation.script.references, [
      { server: 'geo', tool: 'getCity', position: { line: 1, column: 25 }, times: 1 },
    ]);
    assert.deepEqual(preparation.script.toSource({ line: 1, column: 9 }), { line: 1, column: 17 });
    assert.deepEqual(log, []);
  });

  it('finds wrong types, at their place', async () => {
    start({ threadFile: realThread, libFolder: typeLibrary() });
    const declarations =
      'declare namespace CodeMode { interface Api { f(): { a: string } } } declare const codemode: CodeMode.Api;';
    const found = await checker.check({ source: '// one\nreturn codemode.f().b;', declarations }, signal);
    assert.deepEqual(
      found?.map(({ code, position }) => [code, position]),
      [['type_error', { line: 2, column: 21 }]],
    );
    assert.deepEqual(log, []);
  });

  it('lets a script go on unchecked whose types take too long, and says so in the log', async () => {
    start({ timeoutMs: 500 });
    assert.equal(await checker.check({ source: 'hang', declarations: '' }, signal), undefined);
    assert.deepEqual(log, ["The checker's thread took longer than 500 ms."]);
  });

  it('answers many at once, each its own', async () => {
    start();
    const codes = Array.from({ length: 20 }, (_, index) => `return ${index}`);
    const preparations = await Promise.all(codes.map((code) => checker.prepare(code, signal)));
    assert.deepEqual(
      preparations.map((preparation) => preparation.ok && preparation.script.source),
      codes,
    );
  });

  it('gives up a script that takes too long, and goes on with the next', async () => {
    start({ timeoutMs: 3_000 });
    const [hung, next] = await Promise.all([messageOf('hang'), checker.prepare('return 1', signal)]);
    assert.match(hung, /took longer than 3000 ms/);
    assert.equal(next.ok, true);
  });

  for (const [fault, message] of [
    ['exit', /ended with exit code 3/],
    ['throw', /the thread threw/],
    ['garbage', /invalid answer/],
  ] as const) {
    it(`survives a thread that fails (${fault}), and its other scripts do too`, async () => {
      start();
      const [failed, next] = await Promise.all([messageOf(fault), checker.prepare('return 1', signal)]);
      assert.match(failed, message);
      assert.equal(next.ok, true);
      assert.equal(log.length, 1);
      await assertWorks();
    });
  }

  it('logs a mistake of its own, and answers', async () => {
    start();
    assert.match(await messageOf('mistake'), /the checker failed/);
    assert.match(log.join('\n'), /a bug\n {4}at somewhere/);
    await assertWorks();
  });

  it('does not take an answer twice', async () => {
    start();
    const [first, second] = await Promise.all([
      checker.prepare('twice', signal),
      checker.prepare('return 2', signal),
    ]);
    assert.equal(first.ok && first.script.source, 'twice');
    assert.equal(second.ok && second.script.source, 'return 2');
  });

  it('says that its file is missing', async () => {
    start({ threadFile: fileOf('src/checker/absent.ts') });
    assert.match(await messageOf('return 1'), /Cannot find module/);
  });

  it('rejects when aborted while it works', async () => {
    start({ timeoutMs: 3_000 });
    const controller = new AbortController();
    const hanging = checker.prepare('hang', controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(hanging, /enough/);
    await assertWorks();
  });

  it('rejects when aborted while it waits, and leaves it out', async () => {
    start();
    const controller = new AbortController();
    const first = checker.prepare('return 1', signal);
    const waiting = checker.prepare('exit', controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    assert.equal((await first).ok, true);
    await assertWorks();
    assert.deepEqual(log, []);
  });

  it('rejects when aborted before', async () => {
    start();
    await assert.rejects(checker.prepare('return 1', AbortSignal.abort(new Error('enough'))), /enough/);
  });

  it('rejects what is pending when disposed, and everything after', async () => {
    start();
    const pending = [checker.prepare('hang', signal), checker.prepare('return 1', signal)];
    const settled = Promise.allSettled(pending);
    await checker.dispose();
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await assert.rejects(checker.prepare('return 1', signal), /has ended/);
  });

  it('starts again after it was idle', async () => {
    start({ idleMs: 1 });
    await assertWorks();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await assertWorks();
    assert.deepEqual(log, []);
  });

  it('keeps a process alive while it works and not after', async () => {
    start();
    const program = `
      const { ThreadedChecker } = await import(${JSON.stringify(fileOf('src/checker/threadedChecker.ts'))});
      const [threadFile, timeoutMs] = [${JSON.stringify(faultyThread)}, ${patientMs}];
      const checker = new ThreadedChecker({ threadFile, timeoutMs, log: console.error });
      checker.warm();
      console.log((await checker.prepare('return 1', new AbortController().signal)).ok);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: compiledSources,
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [exitCode] = (await once(child, 'close')) as [number | null];
    assert.equal(exitCode, 0);
    assert.equal(output.trim(), 'true');
  });
});
