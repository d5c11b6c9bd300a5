import assert from 'node:assert/strict';
import picomatch from 'picomatch';
import { nameMatcher } from '../../../src/catalog/nameMatcher.ts';
import { cpuMs } from '../../fakes/cpuMs.ts';

describe('nameMatcher', () => {
  it('takes no time over a glob of many stars', async () => {
    const match = () => assert.equal(nameMatcher(`${'*a'.repeat(12)}*b`)('a'.repeat(64)), false);
    assert.ok((await cpuMs(match)) < 1_000);
  });

  it('matches what picomatch matches', () => {
    const globs = ['*', '**', 'a*', '*a', '*a*', 'a*b', 'a.*', '*.a', 'A*.b_*', 'a**b', 'ab', '*a*a*', '*-b', 'a.b.*'];
    const names = ['', 'a', 'A', 'b', 'ab', 'aB', 'a.b', 'a.b_c', 'aa', 'aba', 'a.b.c', 'x/a', 'a/b', '.a', 'x-b', 'aab', 'é.a', 'a.'];
    for (const glob of globs) {
      const expected = picomatch(glob, { bash: true, dot: true, nocase: true, strictBrackets: true });
      const differing = names.filter((name) => nameMatcher(glob)(name) !== expected(name));
      assert.deepEqual(differing, [], glob);
    }
  });
});
