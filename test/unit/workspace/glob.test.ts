import assert from 'node:assert/strict';
import { isChosen, matchesGlob } from '../../../src/workspace/glob.ts';

describe('a glob', () => {
  const cases: readonly [pattern: string, path: string, matches: boolean][] = [
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/x/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['**/a?.ts', 'x/y/ab.ts', true],
    ['a.ts', 'a.ts', true],
    ['aba*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['a*b*c', 'axbyc', true],
    ['a*?', 'a', false],
    ['?', '😀', true],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['*.{ts,tsx}', 'a.js', false],
    ['{src,test}/{a,b}.ts', 'test/b.ts', true],
    ['{a,{b,c}d}.ts', 'cd.ts', true],
    ['{src/**,*.md}', 'src/x/y', true],
    ['a{b}.ts', 'a{b}.ts', true],
    ['a{b,c.ts', 'a{b,c.ts', true],
    ['[id].ts', '[id].ts', true],
    ['[id].ts', 'i.ts', false],
  ];
  for (const [pattern, path, matches] of cases) {
    it(`${pattern} ${matches ? 'matches' : 'does not match'} ${path}`, () => {
      assert.equal(matchesGlob(pattern, path), matches);
    });
  }

  it('with more alternatives than anybody writes stands for itself', () => {
    assert.equal(matchesGlob('{a,b}'.repeat(20), 'a'.repeat(20)), false);
  });

  it('with braces that never close is soon read', () => {
    assert.equal(matchesGlob('{,'.repeat(100_000), 'a'), false);
  });
});

describe('a list of globs', () => {
  it('chooses what one of them matches and none takes away', () => {
    const chosen = ['a.ts', 'b.ts', 'c.md'].filter((path) => isChosen(['*.ts', '!b.*'], path));
    assert.deepEqual(chosen, ['a.ts']);
  });
});
