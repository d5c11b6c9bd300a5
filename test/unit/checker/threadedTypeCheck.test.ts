import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { bundledThread } from '../../fakes/bundledThread.ts';
import { typeLibrary } from '../../fakes/typeLibrary.ts';
import { ThreadedChecker, type ThreadedCheckerOptions } from '../../../src/checker/threadedChecker.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const { signal } = new AbortController();

describe('the type check in the thread of the checker', () => {
  let typeChecker: ThreadedChecker;
  let log: string[];

  function start(options: Partial<ThreadedCheckerOptions> = {}): void {
    log = [];
    typeChecker = new ThreadedChecker({
      threadFile: bundledThread('test/fakes/faultyTypesThread.ts'),
      libFolder: '',
      log: (line) => log.push(line),
      ...options,
    });
  }

  const check = (source: string, of = signal) => typeChecker.check({ source, declarations: '' }, of);

  afterEach(async () => typeChecker.dispose());

  it('finds what is wrong, at its place', async () => {
    start({
      threadFile: fileOf('src/checker/thread.ts'),
      libFolder: typeLibrary(),
      timeoutMs: 60_000,
    });
    const declarations =
      'declare namespace CodeMode { interface Api { f(): { a: string } } } declare const codemode: CodeMode.Api;';
    const checked = await typeChecker.check(
      { source: '// one\nreturn codemode.f().b;', declarations },
      signal,
    );
    assert.deepEqual(
      checked?.map(({ code, position }) => [code, position]),
      [['type_error', { line: 2, column: 21 }]],
    );
    assert.deepEqual(log, []);
  });

  it('lets a script go on unchecked that takes too long, and says so in the log', async () => {
    start({ timeoutMs: 500 });
    assert.equal(await check('hang'), undefined);
    assert.deepEqual(log, ["The checker's thread took longer than 500 ms."]);
  });

  for (const fault of ['exit', 'garbage']) {
    it(`starts a thread anew that fails (${fault})`, async () => {
      start({ timeoutMs: 10_000 });
      const [failed, next] = await Promise.all([check(fault), check('return 1')]);
      assert.equal(failed, undefined);
      assert.deepEqual(next, []);
      assert.equal(log.length, 1);
    });
  }

  it('rejects when aborted', async () => {
    start();
    await assert.rejects(check('return 1', AbortSignal.abort(new Error('enough'))), /enough/);
  });
});
