import assert from 'node:assert/strict';
import { printable } from '../../../src/cli/terminal.ts';

describe('printable', () => {
  it('takes out sequences that would drive a terminal', () => {
    assert.equal(printable('a\u001b[2Jb\u009b31mc\u0007d\u007fe\rf'), 'a[2Jb31mcdef');
  });

  it('keeps tabs, line ends and every letter', () => {
    assert.equal(printable('één\t→ 日本\n👩‍🚀'), 'één\t→ 日本\n👩‍🚀');
  });
});
