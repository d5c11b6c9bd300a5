import assert from 'node:assert/strict';
import { wrappedCode, wrapWords } from '../../../src/cli/wrapWords.ts';

describe('wrapWords', () => {
  it('breaks a line between words', () => {
    assert.deepEqual(wrapWords('a tool that reads files', 10), ['a tool', 'that reads', 'files']);
  });

  it('breaks a word that is longer than a line', () => {
    assert.deepEqual(wrapWords('abcdefghijkl m', 5), ['abcde', 'fghij', 'kl m']);
  });

  it('counts letters that may be two columns wide as two', () => {
    assert.deepEqual(wrapWords('日本 日本', 5), ['日本', '日本']);
  });

  it('keeps what fits as it is, spaces at its beginning too', () => {
    assert.deepEqual(wrapWords('  a  b', 10), ['  a  b']);
    assert.deepEqual(wrapWords('', 10), ['']);
  });

  it('takes time in proportion to a long line', () => {
    const rows = wrapWords('x '.repeat(500_000), 80);
    assert.equal(rows.length, Math.ceil(500_000 / 40));
  });
});

describe('wrappedCode', () => {
  it('goes on as deep as a line begins, and in a comment', () => {
    const code = '/**\n * Reads the contents of a file.\n */\n  call(input: { path: string })';
    const rows = [
      '/**',
      ' * Reads the contents',
      ' * of a file.',
      ' */',
      '  call(input: { path:',
      '  string })',
    ];
    assert.equal(wrappedCode(code, 23), rows.join('\n'));
  });

  it('leaves code as it is where the width is not known', () =>
    assert.equal(wrappedCode(' * a  b\n'), ' * a  b\n'));
});
