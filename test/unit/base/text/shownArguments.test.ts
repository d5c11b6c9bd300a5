import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownArguments } from '../../../../src/base/text/shownArguments.ts';
import { anyText, forbidden } from './anyText.ts';

const schema = { required: ['text'], properties: { text: {}, path: {}, drop: {}, mode: {} } };

describe('shownArguments', () => {
  it('hides no short argument behind a long one, and says how much of that one is hidden', () => {
    const shown = shownArguments(
      { aaa: 'x'.repeat(20_000), text: 'y'.repeat(10_000), drop: true, path: '/etc/passwd' },
      schema,
      400,
    );
    const [first, second, third, fourth] = shown.split('\n');
    assert.equal(first, 'path: "/etc/passwd"');
    assert.match(second ?? '', /^text: "y+" … 9,\d\d\d more characters … "y+"$/);
    assert.equal(third, 'drop: true');
    assert.match(fourth ?? '', /^aaa: "x+" … 19,\d\d\d more characters … "x+"$/);
    assert.ok(shown.length < 600);
  });

  it('has an order that the script does not choose', () => {
    const names = (input: object) => shownArguments({ ...input }, schema, 400).replaceAll(/: .*/g, '');
    const ordered = ['path', 'text', 'drop', 'mode', 'outputFile', 'alpha', 'zeta'].join('\n');
    assert.equal(names({ zeta: 1, mode: 1, drop: 1, alpha: 1, outputFile: 1, text: 1, path: 1 }), ordered);
    assert.equal(names({ path: 1, text: 1, outputFile: 1, alpha: 1, drop: 1, mode: 1, zeta: 1 }), ordered);
  });

  it('lets no invented argument push out one of the schema', () => {
    const invented = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`path${index}`, 'harmless']),
    );
    const shown = shownArguments({ ...invented, drop: true }, schema, 400);
    assert.match(shown, /^drop: true\n/);
    assert.match(shown, /\n… 4,961 more arguments$/);
  });

  it('shows what is hidden in a value, and letters of another script in a path', () => {
    assert.equal(
      shownArguments({ path: '/home/аdmin\u202e', text: 'а is Cyrillic\u200b\n"b\\' }, schema, 400),
      'path: "/home/\\u{430}dmin\\u{202e}"\ntext: "а is Cyrillic\\u{200b}\\n\\"b\\\\"',
    );
  });

  it('marks what a list and an object hide', () => {
    const shown = shownArguments(
      {
        rows: Array.from({ length: 1_000 }, (_, index) => index),
        more: { zzz: 'x'.repeat(500), url: 'http://a' },
      },
      {},
      120,
    );
    assert.match(shown, /^more: \{url: "http:\/\/a", zzz: "x+" … \d+ more characters(?: … "x+")?\}$/m);
    assert.match(shown, /^rows: \[0, 1, .*, … 9\d\d more items\]$/m);
  });

  it('lets no value and no name pass for a mark or for another argument', () => {
    const shown = shownArguments({ 'a: 1\npath': 'x" … 5 more characters\npath: "/tmp' }, schema, 400);
    assert.equal(shown, '"a: 1\\npath": "x\\" … 5 more characters\\npath: \\"/tmp"');
  });

  it('says that there are none', () => {
    assert.equal(shownArguments({}, {}, 400), '(no arguments)');
  });

  it('is bounded for large and deep input', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
    const deep = Array.from({ length: 3_000 }).reduce<unknown>((inner) => ({ to: [inner] }), 'end');
    const shown = shownArguments({ wide, deep, text: '\u202e'.repeat(100_000) }, schema, 1_500);
    assert.ok(shown.length < 2_500, `${shown.length}`);
  });

  it('whatever the input, is bounded, hides nothing, and has one line for each argument', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          anyText,
          fc.jsonValue().chain((value) => anyText.map((text) => [value, text])),
        ),
        (input) => {
          const shown = shownArguments(input, schema, 300);
          assert.doesNotMatch(shown, forbidden);
          assert.ok(shown.length < 300 + Object.keys(input).length * 250 + 100, shown);
          assert.equal(shown.split('\n').length, Math.max(1, Math.min(41, Object.keys(input).length)));
        },
      ),
    );
  });
});
