import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  printableJson,
  shownCode,
  shownLines,
  visibleName,
  visibleText,
} from '../../../../src/base/text/visibleText.ts';
import { everyTest } from '../../../fakes/everyTest.ts';
import { anyText, forbidden } from './anyText.ts';

describe('visibleText', () => {
  it('shows what is hidden as an escape, and takes nothing out', () => {
    assert.equal(
      visibleText('a\u202eb\u200bc\u{e0041}d\u009be\ud800'),
      'a\\u{202e}b\\u{200b}c\\u{e0041}d\\u{9b}e\\u{d800}',
    );
  });

  it('leaves ordinary text alone', () => {
    const text = 'Zürich 東京 👩‍👩‍👧 ❤️\n\tdone';
    assert.equal(visibleText(text), text);
  });

  it('shows a joiner inside a word', () => {
    assert.equal(visibleText('ad\u200dmin'), 'ad\\u{200d}min');
  });
});

describe('visibleName', () => {
  it('shows letters of another script in a word', () => {
    assert.equal(visibleName('tools.db.dеlete'), 'tools.db.d\\u{435}lete');
    assert.equal(visibleName('C:/Users/аdmin'), 'C:/Users/\\u{430}dmin');
    assert.equal(visibleName('ｐath.𝐚b'), '\\u{ff50}ath.\\u{1d41a}b');
  });

  it('shows the letter that is in the minority', () => {
    assert.equal(visibleName('привeт'), 'прив\\u{65}т');
  });

  it('leaves names of any one script alone, also side by side', () => {
    const names = 'get_weather получить-данные.txt get_данные καλημέρα/a 東京tower naïve données'.split(' ');
    for (const name of names) assert.equal(visibleName(name), name);
  });

  it('shows blanks, slashes and dots that are not those of a path', () => {
    assert.equal(visibleName('a\u00a0b∕c．d'), 'a\\u{a0}b\\u{2215}c\\u{ff0e}d');
  });

  it('shows what belongs to an emoji elsewhere', () => {
    assert.equal(visibleName('❤\ufe0f.txt'), '❤\\u{fe0f}.txt');
  });
});

describe('shownCode', () => {
  it('ends a line where JavaScript ends it', () => {
    assert.equal(
      shownCode('// a\u2028drop()\r// b\rdrop()\r\nx'),
      '// a\\u{2028}\ndrop()\\u{d}\n// b\\u{d}\ndrop()\nx',
    );
  });

  it('shows zero-width characters as marks of direction', () => {
    assert.equal(shownCode('a\u200b = "\u202e"; b\ufeff'), 'a\\u{200b} = "\\u{202e}"; b\\u{feff}');
  });

  it('shows letters that pass for others', () => {
    assert.equal(
      shownCode('tools.fs.read({ path: "/home/аdmin" })'),
      'tools.fs.read({ path: "/home/\\u{430}dmin" })',
    );
  });
});

describe('printableJson', () => {
  it('means the same and drives no terminal', () => {
    const value = { 'k\u202e': 'a\u009b2Jb\u007f\u2028c\u{e0041}\ud800', list: ['👩‍👩‍👧', 'می‌خواهم'] };
    const json = printableJson(JSON.stringify(value, undefined, 2));
    assert.doesNotMatch(json, forbidden);
    assert.deepEqual(JSON.parse(json), value);
    assert.match(json, /"k\\u202e": "a\\u009b2Jb\\u007f\\u2028c\\udb40\\udc41\\ud800"/);
    assert.match(json, /👩‍👩‍👧/);
  });

  it('gives back every value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = printableJson(JSON.stringify({ [text]: [text] }, undefined, 2));
        assert.doesNotMatch(json, forbidden);
        assert.deepEqual(JSON.parse(json), { [text]: [text] });
      }),
    );
  });
});

describe('all of them', () => {
  for (const show of [visibleText, visibleName, shownCode]) {
    it(`whatever the text, ${show.name} hides nothing, is bounded, and changes nothing the second time`, () => {
      fc.assert(
        fc.property(anyText, (text) => {
          const shown = show(text);
          assert.doesNotMatch(shown, forbidden);
          assert.ok(shown.length <= text.length * 10);
          assert.equal(show(shown), shown);
        }),
      );
    });
  }

  it('end soon for a long text of any kind', () => {
    for (const unit of [
      'а',
      'aа',
      '\u200b',
      '\u202e\u200d',
      ' ',
      '\r',
      '❤\ufe0f',
      '👩\u200d',
      '\n ',
      '\ud800',
      'م\u200c',
      '"\\',
    ]) {
      const text = unit.repeat((everyTest ? 200_000 : 10_000) / unit.length);
      for (const show of [visibleText, visibleName, shownCode]) assert.ok(show(text).length > 0);
    }
  }).timeout(300_000);
});

describe('a line of code', () => {
  const code = 'one\rtwo\u2028three\r\nfour\u2029five\nsix';
  /** The lines of the shown code that show line `line`. */
  const shown = (line: number) => {
    const [first, last] = shownLines(code, line);
    return shownCode(code)
      .split('\n')
      .slice(first - 1, last);
  };

  it('is found where it is shown, in as many lines as JavaScript reads', () => {
    assert.deepEqual([1, 2, 3].map(shown), [
      ['one\\u{d}', 'two\\u{2028}', 'three'],
      ['four\\u{2029}', 'five'],
      ['six'],
    ]);
  });
});
