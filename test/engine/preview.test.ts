import assert from 'node:assert/strict';
import type { Checker } from '../../src/checker/checkedScript.ts';
import { newSource } from './cityTools.ts';
import { realChecker } from '../fakes/realChecker.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { openedForEach } from '../fakes/opened.ts';

/** Counts the scripts that reach the checker's thread. */
class CountingChecker implements Checker {
  readonly prepared: string[] = [];
  readonly #checker = realChecker();

  prepare(code: string, signal: AbortSignal) {
    this.prepared.push(code);
    return this.#checker.prepare(code, signal);
  }

  dispose(): Promise<void> {
    return this.#checker.dispose();
  }
}

describe('a preview', () => {
  const { signal } = new AbortController();
  let checker: CountingChecker;
  const test = openedForEach(() => {
    checker = new CountingChecker();
    return new TestEngine([newSource()], { checker });
  });

  const code =
    'return [(await tools.geo.getCity({ name: "Oslo" })).city, await tools.notes["save"]({ text: "a" })];';

  it('prepares the script for the run that follows, and for the next of the same code', async () => {
    const named = await test.engine.preview(code, signal, 1_000);
    assert.deepEqual(
      named.map(({ path }) => path),
      ['tools.geo.getCity', 'tools.notes.save'],
    );
    for (const _ of [1, 2]) assert.equal((await test.run(code)).ok, true);
    assert.deepEqual(checker.prepared, [code]);
  });

  it('is forgotten after a few others', async () => {
    const scripts = [code, ...Array.from({ length: 8 }, (_, index) => String(index)), code];
    for (const script of scripts) await test.engine.preview(script, signal, 1_000);
    assert.deepEqual(checker.prepared, scripts);
  });

  it('keeps nothing of a script that cannot be read', async () => {
    assert.deepEqual(await test.engine.preview('return (', signal, 1_000), []);
    assert.equal((await test.run('return (')).ok, false);
    assert.equal(checker.prepared.length, 2);
  });

  it('that is aborted costs the run nothing', async () => {
    await assert.rejects(test.engine.preview(code, AbortSignal.abort(new Error('enough')), 1_000), /enough/);
    assert.equal((await test.run(code)).ok, true);
  });
});
