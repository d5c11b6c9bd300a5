import assert from 'node:assert/strict';
import { TextLines } from '../../../../src/base/text/textLines.ts';

describe('a quoted line', () => {
  it('is whole, with its indentation, up to 200 characters', () => {
    const line = `  ${'a'.repeat(198)}`;
    assert.equal(new TextLines(`x\n${line}  \ny`).quote({ line: 2, column: 150 }), line);
  });

  it('has the part around the place if it is longer', () => {
    const quote = new TextLines(`${'a'.repeat(300)}HERE${'b'.repeat(300)}`).quote({ line: 1, column: 301 });
    assert.equal(quote, `…${'a'.repeat(100)}HERE${'b'.repeat(96)}…`);
  });
});
