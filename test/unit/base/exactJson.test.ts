import assert from 'node:assert/strict';
import { parseExact, rawIntegers, stringifyExact, withoutBigInts } from '../../../src/base/exactJson.ts';

describe('exact JSON', () => {
  const read: readonly (readonly [text: string, value: unknown])[] = [
    ['725653563933458433', 725653563933458433n],
    ['-725653563933458433', -725653563933458433n],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['[725653563933458433,1,-9223372036854775808]', [725653563933458433n, 1, -9223372036854775808n]],
    ['{"id" : 725653563933458433 }', { id: 725653563933458433n }],
    [
      '{"id":\n725653563933458433\r\n,"b":{"c":[18446744073709551615]}}',
      { id: 725653563933458433n, b: { c: [18446744073709551615n] } },
    ],
    [
      '{"a":"725653563933458433","b":725653563933458433}',
      { a: '725653563933458433', b: 725653563933458433n },
    ],
    ['{"a":"x, 725653563933458433, y"}', { a: 'x, 725653563933458433, y' }],
    [
      '{"a":"\\": 725653563933458433, \\\\","b":725653563933458433}',
      { a: '": 725653563933458433, \\', b: 725653563933458433n },
    ],
    ['{"a\\\\":725653563933458433}', { 'a\\': 725653563933458433n }],
    ['["\\u0000725653563933458433",725653563933458433]', ['\u0000725653563933458433', 725653563933458433n]],
    [
      '[0.30000000000000004,3.141592653589793238,1e20,1E400]',
      [0.30000000000000004, 3.141592653589793, 1e20, Infinity],
    ],
    ['{"725653563933458433":1}', { '725653563933458433': 1 }],
  ];
  for (const [text, value] of read) it(`reads ${text}`, () => assert.deepEqual(parseExact(text), value));

  it('reads a member named __proto__ as one like others', () => {
    const value = parseExact('{"__proto__":725653563933458433}') as object;
    assert.deepEqual(Object.entries(value), [['__proto__', 725653563933458433n]]);
  });

  for (const text of [
    '[725653563933458433',
    '{"a":0725653563933458433}',
    '[725653563933458433,]',
    '"a\n725653563933458433"',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => parseExact(text), SyntaxError));
  }

  it('writes what it has read', () => {
    const text = '{"id":725653563933458433,"list":[-9223372036854775808,1,"a",null],"n":0.1}';
    assert.equal(stringifyExact(parseExact(text)), text);
  });

  it('writes with an indent', () => {
    assert.equal(stringifyExact({ id: 725653563933458433n }, 2), '{\n  "id": 725653563933458433\n}');
  });

  it('writes the members that are named', () => {
    const value = { id: 725653563933458433n, b: 1, list: [{ id: 2, b: 3 }] };
    assert.equal(
      stringifyExact(value, undefined, ['id', 'list']),
      '{"id":725653563933458433,"list":[{"id":2}]}',
    );
  });

  it('refuses a cycle', () => {
    const value: Record<string, unknown> = { id: 725653563933458433n };
    value['self'] = value;
    assert.throws(() => stringifyExact(value), /circular/);
  });

  it('gives others a value that they write with its digits', () => {
    assert.equal(
      JSON.stringify(rawIntegers({ a: [1, 725653563933458433n] })),
      '{"a":[1,725653563933458433]}',
    );
  });

  it('leaves a value without bigints as it is', () => {
    const value = { a: [1, { b: 'c' }] };
    assert.equal(withoutBigInts(value, Number), value);
  });

  it('reads a value of a hundred thousand levels as JSON.parse does', () => {
    const text = `${'['.repeat(100_000)}725653563933458433${']'.repeat(100_000)}`;
    let value = parseExact(text);
    while (Array.isArray(value)) value = (value as unknown[])[0];
    assert.equal(value, 725653563933458433n);
  });
});
