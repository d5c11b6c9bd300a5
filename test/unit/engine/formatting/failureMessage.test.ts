import assert from 'node:assert/strict';
import { failureMessage, withoutPath } from '../../../../src/engine/formatting/failureMessage.ts';

const said = (text: string) => failureMessage('tools.s.t', [{ type: 'text', text }]);

describe("a tool's words of its failure", () => {
  for (const text of [
    'no such city',
    'Error: no such city',
    'Error: Error: no such city',
    'tools.s.t failed: Error: no such city',
  ]) {
    it(`are said once: ${text}`, () => assert.equal(said(text), 'tools.s.t failed: no such city'));
  }

  it('may come from a framework that names the tool', () => {
    assert.equal(said('Error executing tool t: no such city'), 'tools.s.t failed: no such city');
  });

  it('may be missing', () =>
    assert.equal(failureMessage('tools.s.t', []), 'tools.s.t failed: the tool gave no reason'));

  it('stand alone in a line that begins with the path', () => {
    assert.equal(withoutPath('tools.s.t', said('no such city')), 'no such city');
    assert.equal(withoutPath('tools.s.t', 'tools.s.t: `a` is missing.'), '`a` is missing.');
    assert.equal(withoutPath('tools.s.t', 'The server is gone.'), 'The server is gone.');
  });
});
