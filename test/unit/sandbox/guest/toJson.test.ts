// Tests the writing of values: the language's own writer writes plain values, Code Mode's writer all others, and a
// script must not be able to tell the difference.
import assert from 'node:assert/strict';
import { toJson, TooLargeError } from '../../../../src/sandbox/guest/toJson.ts';

const options = { root: 'result', maxDepth: 4, maxLength: 1_000 };

/** Puts `value` into a value that is not plain, so that Code Mode's writer writes it. */
const notPlain = (value: unknown) => new Map([['key', value]]);

const same: readonly (readonly [what: string, value: unknown])[] = [
  ['a text with quotes', 'a "b" \\ \u2028 é'],
  ['a lone surrogate', '\ud800'],
  ['numbers that JSON does not have', [Number.NaN, Infinity, -0, 1e21]],
  ['what is undefined, in objects and arrays', { a: undefined, b: [undefined, null] }],
  ['an array with holes', [1, , 3]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['names that look like numbers or like the prototype', JSON.parse('{"2":1,"1":2,"__proto__":{"a":1}}')],
  ['a part that stands twice', [options, options]],
];

describe('toJson', () => {
  for (const [what, value] of same) {
    it(`writes ${what} as JSON.stringify does, on both ways`, () => {
      assert.equal(toJson(value, options), JSON.stringify(value));
      assert.equal(toJson(notPlain(value), options), JSON.stringify([['key', value]]));
    });
  }

  it('gives nothing for undefined', () => assert.equal(toJson(undefined, options), undefined));

  it('keeps a value as deep as the limit and refuses a deeper one by its path', () => {
    assert.equal(toJson([[[[]]]], options), '[[[[]]]]');
    assert.throws(() => toJson([[[[[]]]]], options), {
      message: /^result\[0\]\[0\]\[0\]\[0\] is over 4 levels/,
    });
  });

  it('refuses a cycle and a function by their paths', () => {
    const cycle: Record<string, unknown> = { a: {} };
    cycle['a'] = [cycle];
    assert.throws(() => toJson(cycle, options), {
      name: 'TypeError',
      message: /^result\.a\[0\] is circular: /,
      path: ['a', 0],
    });
    assert.throws(() => toJson({ a: [() => 1] }, options), {
      name: 'TypeError',
      message: /^result\.a\[0\] is a function: /,
      path: ['a', 0],
    });
  });

  it('keeps a text as long as the limit and refuses a longer one', () => {
    assert.equal(toJson('x'.repeat(998), options)?.length, 1_000);
    assert.throws(() => toJson('x'.repeat(999), options), TooLargeError);
    assert.throws(() => toJson('"'.repeat(600), options), TooLargeError);
  });

  it('stops at the limit of an iterator without an end', () => {
    const endless = (function* () {
      for (let read = 0; ; read += 1) {
        assert.ok(read <= 1_000);
        yield read;
      }
    })();
    assert.throws(() => toJson(endless, options), TooLargeError);
  });

  it('stops at the limit where shared parts multiply', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 60; level += 1) value = [value, value];
    assert.throws(() => toJson(value, { ...options, maxDepth: 100 }), TooLargeError);
  });
});
