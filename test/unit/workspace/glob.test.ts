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

  it('with more alternatives than anybody writes matches nothing', () => {
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

  const many = `{${Array.from({ length: 101 }, (_, index) => `k${index}`).join(',')}}`;
  const denials = [
    '!secret/',
    '!./secret/**',
    '!/secret/**',
    '!secret\\**',
    `!secret/${many}`,
    '!src/../secret/**',
    '!',
  ];
  for (const denial of denials) {
    it(`denies what ${denial.slice(0, 20)} can have meant`, () =>
      assert.equal(isChosen(['**', denial], 'secret/k7'), false));
  }

  it('denies no more than begins like a glob that cannot be read', () =>
    assert.ok(isChosen(['**', `!secret/${many}`], 'src/k7')));

  it('allows nothing by a glob that cannot be read', () =>
    assert.equal(isChosen([many, '/src/**', 'src\\**'], 'src/k7'), false));
});
