// Tests the value outside of the sandbox that a script's returned value becomes.
import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/base/json.ts';
import { failure, itReturns, onProcessEngine, returned, type Fact } from './sandboxBed.ts';

onProcessEngine('the result of a script', /^passes (?!.* as the whole result$)/, (sandbox) => {
  const plainForms: readonly Fact[] = [
    ['a number', 'return 1', 1],
    ['a string with any characters', 'return "a\\u0000\\ud800\\u2028ü\\"\\\\"', 'a\u0000\ud800\u2028ü"\\'],
    ['an object in its order', 'return { b: 1, a: [true, { c: null }] }', { b: 1, a: [true, { c: null }] }],
    ['undefined in an object, left out', 'return { a: undefined, b: 1 }', { b: 1 }],
    ['undefined in an array, as null', 'return [undefined, , 1]', [null, null, 1]],
    ['NaN and infinities, as null', 'return [NaN, Infinity]', [null, null]],
    ['a date, as ISO text', 'return new Date(0)', '1970-01-01T00:00:00.000Z'],
    [
      'a Map, as its entries',
      'return new Map([["a", 1], [{ k: 2 }, [3]]])',
      [
        ['a', 1],
        [{ k: 2 }, [3]],
      ],
    ],
    ['a Set, as an array', 'return new Set([1, "x"])', [1, 'x']],
    [
      'an iterator, as an array',
      'return [new Map([["a", 1]]).values(), [1].values().map(String)]',
      [[1], ['1']],
    ],
    ['a generator, as an array', 'return (function* () { yield 1; yield 2; })()', [1, 2]],
    ['a typed array, as an array', 'return new Float64Array([1.5, 2])', [1.5, 2]],
    ['an error, as name and message', 'return new RangeError("far")', { name: 'RangeError', message: 'far' }],
    [
      'an error with fields of its own',
      'return Object.assign(new Error("x"), { code: 7 })',
      { name: 'Error', message: 'x', code: 7 },
    ],
    [
      'an error with its cause and errors',
      'return Promise.any([Promise.reject(new Error("x", { cause: 1 }))]).catch((error) => error.errors)',
      [{ name: 'Error', message: 'x', cause: 1 }],
    ],
    [
      'an AggregateError',
      'return new AggregateError([1], "x")',
      { name: 'AggregateError', message: 'x', errors: [1] },
    ],
    ['URL parameters, as text', 'return [new URLSearchParams({ a: "b c" })]', ['a=b+c']],
    ['a URL, as text', 'return new URL("http://a.test/b?c")', 'http://a.test/b?c'],
    ['a regular expression, as text', 'return /a+/gi', '/a+/gi'],
    ['boxed values', 'return [Object(1), Object("s"), Object(false)]', [1, 's', false]],
    ['an object without prototype', 'return Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
    [
      'an own key __proto__',
      'return JSON.parse(\'{"__proto__": 1}\')',
      JSON.parse('{"__proto__": 1}') as JsonValue,
    ],
    ['the same object twice', 'const o = { a: 1 }; return [o, o]', [{ a: 1 }, { a: 1 }]],
  ];
  itReturns(sandbox, plainForms, {}, (what) => `passes ${what}`);

  it('passes an error whose cause has no JSON form, with a text for the cause', async () => {
    const body =
      'const cause = {}; cause.of = { cause }; return [{ cause }, { cause: () => 1 }].map((of) => new Error("x", of))';
    const causes = [
      '[0].cause.of.cause is circular: pick the fields you need',
      '[1].cause is a function: call or omit it',
    ];
    assert.deepEqual(
      await returned(sandbox(), body),
      causes.map((cause) => ({ name: 'Error', message: 'x', cause: `[result${cause}]` })),
    );
  });

  const whole: readonly Fact[] = [
    ['nothing', '', undefined],
    ['undefined', 'return undefined', undefined],
    ['null', 'return null', null],
    ['what toJSON gives', 'return { toJSON() { return [1] } }', [1]],
  ];
  for (const [what, body, expected] of whole) {
    it(`passes ${what} as the whole result`, async () =>
      assert.deepEqual(await returned(sandbox(), body), expected));
  }

  it('passes the digits of a BigInt', async () => {
    const body = 'return [1n, 725653563933458433n, 1n - 10n ** 1000n]';
    assert.deepEqual(await returned(sandbox(), body), [1, 725653563933458433n, 1n - 10n ** 1000n]);
  });

  const refused: readonly (readonly [what: string, body: string, message: RegExp])[] = [
    [
      'a function',
      'return { items: [1, 2, 3, { callback() {} }] }',
      /^result\.items\[3\]\.callback is a function/,
    ],
    ['a symbol', 'return Symbol("s")', /^result is a symbol/],
    ['a cycle', 'const a = { b: {} }; a.b.c = a; return a', /^result\.b\.c is circular/],
    ['a promise', 'return [1].map(async (x) => x)', /^result\[0\] is a Promise: .*Promise\.all\(/],
    ['an async generator', 'return (async function* () {})()', /^result is an async generator: .*fromAsync/],
    ['the tools', 'return tools', /^result\.geo\.getCity is a function/],
    ['a key that is no identifier', 'return { "a b": () => 1 }', /^result\["a b"\] is a function/],
    [
      'a larger integer than the host reads',
      'return [10n ** 1000n]',
      /^result\[0\] is an integer of over 1,000/,
    ],
    [
      'what is too deep',
      'let a = []; for (let i = 0; i < 101; i++) a = [a]; return a',
      /over 100 levels deep \(codeMode\.limits\.valueDepth\)/,
    ],
  ];
  for (const [what, body, message] of refused) {
    it(`refuses ${what} and names the part`, async () => {
      const { code, message: said } = await failure(sandbox(), body, { names: { geo: ['getCity'] } });
      assert.deepEqual([code, message.test(said)], ['unserializable_result', true], said);
    });
  }

  it('passes a value of exactly the depth of the limit', async () => {
    assert.deepEqual(await returned(sandbox(), 'return [[[1]]]', { limits: { valueDepth: 3 } }), [[[1]]]);
  });

  it('tells what a getter of the result throws as an error of the script', async () => {
    const { code, message } = await failure(sandbox(), 'return { get a() { throw new Error("no") } }');
    assert.deepEqual([code, message], ['script_error', 'Error: no']);
  });
});
