import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { ThreadedCompiler } from '../../../src/declarations/compiler/threadedCompiler.ts';
import { bundledThread } from '../../fakes/bundledThread.ts';
import { toolShape } from '../../fakes/toolShape.ts';
import { fullTest } from '../../fakes/everyTest.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../fakes/${name}`, import.meta.url));

describe('the compiler of tools in its thread', () => {
  let compiler: ThreadedCompiler;

  afterEach(async () => compiler.dispose());

  function start(threadFile = bundledThread('test/fakes/faultyCompilerThread.ts'), timeoutMs = 20_000): void {
    compiler = new ThreadedCompiler({ threadFile, log: () => undefined, timeoutMs });
  }

  /** Returns the reason why the tool has no types; undefined if it has types. */
  async function problemOf(method: string): Promise<string | undefined> {
    const text = await compiler.compile(toolShape({ method }));
    return 'problem' in text ? text.problem : undefined;
  }

  it('tries the other tools of a server after mistakes of its own with three of them', async () => {
    start();
    for (let n = 0; n < 3; n += 1) assert.equal(await problemOf('fail'), 'it is unreadable');
    assert.equal(await problemOf('getCity'), undefined);
  });

  it('says of a tool whose server declares no effects that they are not declared', async () => {
    start();
    const text = await compiler.compile(toolShape({ method: 'getCity', isUndeclared: true }));
    assert.match('problem' in text ? text.problem : text.doc, /not declared/);
  });

  it('does not hold it against a server that the thread did not start', async () => {
    start(fileOf('noSuchThread.ts'));
    for (let n = 0; n < 4; n += 1) assert.equal(await problemOf('getCity'), 'it is unreadable');
  });

  for (const fault of ['hang', 'exit']) {
    (fault === 'hang' ? it : fullTest)(
      `tries no more tools of a server of which three made the thread ${fault}`,
      async () => {
        start(undefined, fault === 'hang' ? 200 : undefined);
        for (let n = 0; n < 3; n += 1) assert.notEqual(await problemOf(fault), undefined);
        assert.match((await problemOf('getCity')) ?? '', /^other schemas of its server /);
      },
    );
  }
});
