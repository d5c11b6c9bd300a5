import assert from 'node:assert/strict';
import { lineTokens, type LineState } from '../../../../src/vscode/pages/run/codeTokens.ts';

function kinds(line: string, begins: LineState = 'code'): readonly (readonly [kind: string, text: string])[] {
  return lineTokens(line, begins).tokens.map(({ kind, text }) => [kind, text]);
}

describe('the colours of a line of code', () => {
  it('are of keywords, strings, numbers and comments', () =>
    assert.deepEqual(kinds(`const a = "b\\"" + 12; // c`), [
      ['keyword', 'const'],
      ['plain', ' '],
      ['plain', 'a'],
      ['plain', ' = '],
      ['string', '"b\\""'],
      ['plain', ' + '],
      ['number', '12'],
      ['plain', '; '],
      ['comment', '// c'],
    ]));

  it('go on in the next line of a comment and of a template', () => {
    assert.equal(lineTokens('a /* b', 'code').ends, 'comment');
    assert.deepEqual(kinds('b */ 1', 'comment'), [
      ['comment', 'b */'],
      ['plain', ' '],
      ['number', '1'],
    ]);
    assert.equal(lineTokens('`a', 'code').ends, 'template');
    assert.deepEqual(kinds('\\` b` x', 'template').slice(0, 1), [['string', '\\` b`']]);
  });

  it('lose nothing of the line', () => {
    for (const line of ['', 'a', '"', "'x", '`', '/*', '*/', '\\', '1.5e3 /* `', 'é𝒳 = "𝒳"']) {
      for (const begins of ['code', 'comment', 'template'] as const) {
        assert.equal(
          lineTokens(line, begins)
            .tokens.map(({ text }) => text)
            .join(''),
          line,
        );
      }
    }
  });
});
