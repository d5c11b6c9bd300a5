import assert from 'node:assert/strict';
import { shownLine, shownText } from '../../../../src/mcp/person/shownText.ts';

describe('shownText', () => {
  it('keeps the lines of ordinary text, in any script', () => {
    const text = 'Which city?\n\n  – Zürich\n  – 東京\n  – تهران، می‌خواهم 👩‍👩‍👧';
    assert.equal(shownText(text), text);
  });

  it('has no control characters', () => {
    assert.equal(shownText('a\u001b[2Jb\rc\u0007d\u0085e\u0000'), 'a[2Jb\ncde');
  });

  it('has nothing that turns the direction of writing, and nothing of no width', () => {
    assert.equal(shownText('a\u202eb\u2067c\u061cd\u200be\ufefff\u2060g'), 'abcdefg');
  });

  it('pushes nothing out of sight by a gap', () => {
    assert.equal(shownText(`a${'\n'.repeat(1_000)}b${'\n '.repeat(50)}c`), 'a\n\nb\n\n c');
    assert.equal(shownText(`a${' '.repeat(300)}b\u3000${'\u2003'.repeat(70)}c`), `a${' '.repeat(8)}b${' '.repeat(8)}c`);
  });

  it('shows that letters are there that no font shows', () => {
    assert.equal(shownText('Hi\u{e0041}\u{e0042}\u{e0100}'), 'Hi\ufffd\ufffd\ufffd');
  });

  it('is cut, also when there is nothing but gaps before the rest', () => {
    assert.equal(shownText('abcdef', 3), 'abc…');
    assert.equal(shownText(`a${' '.repeat(500)}b`, 10), 'a…');
  });
});

describe('shownLine', () => {
  it('is one line', () => {
    assert.equal(shownLine(' a\n\tb\u2028c '), 'a b c');
  });
});
