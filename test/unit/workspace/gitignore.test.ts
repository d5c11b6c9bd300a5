import assert from 'node:assert/strict';
import { isIgnored, readGitignore } from '../../../src/workspace/gitignore.ts';

/** Each as git itself decides it (`git check-ignore`). */
const cases: readonly [rules: string, path: string, ignored: boolean][] = [
  ['dist', 'dist', true],
  ['dist', 'src/dist', true],
  ['/dist', 'src/dist', false],
  ['dist/', 'dist/', true],
  ['dist/', 'dist', false],
  ['src/out', 'src/out', true],
  ['src/out', 'x/src/out', false],
  ['*.log', 'a/b.log', true],
  ['*.log', 'a/b.logs', false],
  ['*.py[cod]', 'x/a.pyc', true],
  ['*.py[cod]', 'x/a.py', false],
  ['[Bb]in/', 'Bin/', true],
  ['[!a]x', 'bx', true],
  ['[!a]x', 'ax', false],
  ['[a-c]x', 'bx', true],
  ['[a-c]x', 'dx', false],
  ['a?c', 'abc', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'a/b', true],
  ['a/**', 'a/x', true],
  ['a/**', 'a/', false],
  ['a/**\n!a/keep', 'a/keep', false],
  ['**/a', 'x/a', true],
  ['# a', '# a', false],
  ['\\#a', '#a', true],
  ['\\!a', '!a', true],
  ['a  ', 'a', true],
  ['*.log\n!keep.log', 'keep.log', false],
  ['!keep.log\n*.log', 'keep.log', true],
  ['a\r\nb\r\n', 'a', true],
  ['', 'a', false],
];

describe('a .gitignore', () => {
  for (const [rules, path, ignored] of cases) {
    it(`${ignored ? 'leaves out' : 'keeps'} ${JSON.stringify(path)} by ${JSON.stringify(rules)}`, () => {
      const isFolder = path.endsWith('/');
      assert.equal(isIgnored(path.replace(/\/$/, ''), isFolder, [readGitignore(rules, '')]), ignored);
    });
  }

  it('counts from its own folder', () => {
    const files = [readGitignore('/a', 'src')];
    assert.deepEqual([isIgnored('src/a', false, files), isIgnored('src/x/a', false, files)], [true, false]);
  });

  it('is overruled by one in a folder below', () => {
    const files = [readGitignore('*.log', ''), readGitignore('!*.log', 'src')];
    assert.equal(isIgnored('src/a.log', false, files), false);
  });

  it('ends soon with a pattern that would keep a regular expression busy', () => {
    assert.equal(isIgnored('a'.repeat(250), false, [readGitignore(`${'*a'.repeat(200)}*b`, '')]), false);
  });
});
