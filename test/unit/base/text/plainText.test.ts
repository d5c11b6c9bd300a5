import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText, shownLine, shownText } from '../../../../src/base/text/plainText.ts';
import { anyText, forbidden } from './anyText.ts';

describe('plainText', () => {
  it('keeps ordinary text of any script, with its emoji, lines and tabs', () => {
    const text = 'Which city?\n\n\t– Zürich\n  – 東京\n  – تهران، می‌خواهم – क्‍ष 👩‍👩‍👧 ❤️‍🔥 👨🏻‍⚕️ 1️⃣ 🇨🇭';
    assert.equal(plainText(text), text);
  });

  it('has no control character: C0, DEL, C1', () => {
    assert.equal(plainText('a\u0000\u001b[2Jb\u007f\u0085\u009b1mc'), 'abc');
  });

  it('has nothing left of the escape sequences of a terminal: colours, titles, links', () => {
    assert.equal(plainText('\u001b[2mdim\u001b[22m \u001b[38;5;12mblue\u001b[0m'), 'dim blue');
    assert.equal(
      plainText('\u001b]0;title\u0007a\u001b]8;;https://x.test\u001b\\link\u001b]8;;\u001b\\'),
      'alink',
    );
    assert.equal(plainText('[2m is text'), '[2m is text');
  });

  it('ends lines in one way', () => {
    assert.equal(plainText('a\r\nb\rc\u2028d\u2029e'), 'a\nb\nc\nd\ne');
  });

  it('has no mark of direction, and nothing of no width', () => {
    assert.equal(plainText('a\u202e\u2066b\u061c\u200ec\u200b\ufeffd\u2060\u00ad\u3164\u115fe'), 'abcde');
  });

  it('shows that letters are there that no font shows', () => {
    assert.equal(plainText('Hi\u{e0041}\u{e0042}!\u{e0100}\ud800'), 'Hi\ufffd!\ufffd\ufffd');
  });

  it('leaves no joiner and no selector where it joins and selects nothing', () => {
    assert.equal(plainText('a\u200db\u200cc\ufe0f1\ufe0f ❤\ufe0f\ufe0f\ufe01'), 'abc1 ❤\ufe0f');
  });

  it('whatever the text, has nothing hidden in it, is no longer than it, and changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = plainText(text);
        assert.doesNotMatch(plain, forbidden);
        assert.ok(plain.length <= text.length);
        assert.equal(plainText(plain), plain);
      }),
    );
  });
});

describe('shownText', () => {
  it('pushes nothing out of sight by a gap', () => {
    assert.equal(shownText(`a${'\n'.repeat(1_000)}b${'\n '.repeat(50)}c`), 'a\n\nb\n\n c');
    assert.equal(
      shownText(`a${' '.repeat(300)}b\u3000${'\u2003'.repeat(70)}c`),
      `a${' '.repeat(8)}b${' '.repeat(8)}c`,
    );
  });

  it('is cut, also when there is nothing but gaps before the rest', () => {
    assert.equal(shownText('abcdef', 3), 'abc…');
    assert.equal(shownText(`a${' '.repeat(500)}b`, 10), 'a…');
  });

  it('cuts no character in two', () => {
    assert.equal(shownText('ab😀', 3), 'ab\ufffd…');
  });
});

describe('shownLine', () => {
  it('is one line', () => {
    assert.equal(shownLine(' a\n\tb\u2028c '), 'a b c');
  });

  it('whatever the text, is one bounded line with nothing hidden', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, most) => {
        const line = shownLine(text, most);
        assert.doesNotMatch(line, forbidden);
        assert.doesNotMatch(line, /[\n\t]/);
        assert.ok(line.length <= most + 1);
      }),
    );
  });
});
