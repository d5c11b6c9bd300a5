import assert from 'node:assert/strict';
import { readLongJson } from '../../../src/runs/readLongJson.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { Random } from '../../sandbox/random.ts';

const deepest = 50;

async function read(json: string) {
  return readLongJson(Buffer.from(json), deepest);
}

function parsed(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return undefined;
  }
}

const long = 'x'.repeat(100_000);
const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Row ${id}`, tags: ['a', `b"${id}`], none: null, sum: id / 7 }));

describe('a long JSON text', () => {
  for (const [what, value] of [
    ['a list of rows', rows],
    ['lists in objects in lists', [[rows, { rows, [long]: [rows, long] }], { a: { b: { c: rows } } }, [], {}, 7]],
    [
      'long texts',
      { first: long, [`${long}\n`]: 1, last: [long, `${'\\'.repeat(200_001)}"`, '"'.repeat(200_000), '\u0001'.repeat(70_000)] },
    ],
    [
      'characters of several bytes',
      ['ä€😀'.repeat(50_000), 'xä€😀'.repeat(50_000), '\ud800'.repeat(30_000), `y${'\udc00😀'.repeat(30_000)}`],
    ],
    ['short values', ['', 'text', 0, -1.5e-7, true, null, {}, []]],
    ['one text', long],
    ['one number', 12],
    ['many names', Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name ${index}`, index]))],
  ] as const)
    it(`is read: ${what}`, async () => assert.deepEqual(await read(JSON.stringify(value)), { value }));

  it('is read with blanks', async () =>
    assert.deepEqual(await read(` \n${JSON.stringify({ rows, long }, undefined, 2)}\r\n\t`), { value: { rows, long } }));

  it('has __proto__ as a name, and the last of equal names', async () => {
    const json = `{"__proto__":${JSON.stringify(rows)},"a":1,"a":"${long}","b":{"__proto__":"${long}"},"${'n'.repeat(70_000)}":2,"__proto__":3}`;
    const found = await read(json);
    assert.deepEqual(found, parsed(json));
    assert.equal(Object.getPrototypeOf(found?.value), Object.prototype);
  });

  it('is refused where it is deeper than is wanted', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"${long}"${']'.repeat(depth)}`;
    assert.notEqual(await read(nested(deepest)), undefined);
    assert.equal(await read(nested(deepest + 1)), undefined);
    assert.equal(await read('['.repeat(1_000_000)), undefined);
  });

  it('is refused where JSON.parse refuses it', async () => {
    const big = JSON.stringify(rows.slice(0, 1_200));
    assert.ok(big.length > 65_536, 'It is longer than one piece.');
    for (const json of [
      ...[
        '',
        '[',
        ']',
        '{',
        '"',
        '"a',
        ',',
        ':',
        `${big},`,
        `${big}${big}`,
        `${big} 1`,
        `1 ${big}`,
        `[${big}`,
        `${big}]`,
        `[${big}}`,
        `{"a":${big}]`,
      ],
      ...[
        `[${big},]`,
        `[,${big}]`,
        `[${big} ${big}]`,
        `[${big}1]`,
        `[1${big}]`,
        `[${big}:1]`,
        `[1,,${big}]`,
        `[${big},,1]`,
        `x${big}`,
        `[x,${big}]`,
      ],
      ...[
        `{${big}}`,
        `{"a"${big}}`,
        `{"a" 1:${big}}`,
        `{"a":1 ${big}}`,
        `{"a"::${big}}`,
        `{1:${big}}`,
        `{"a":${big},}`,
        `{"a":${big} "b":1}`,
        `{"b",${big}}`,
      ],
      ...[
        `"${long}\n"`,
        `"${long}\\x"`,
        `"${long}\\u12"`,
        `"${long}\\"`,
        `["${long}`,
        `["${long}" "${long}"]`,
        `{"${long}"}`,
        `[${'1,'.repeat(100_000)}]`,
      ],
    ]) {
      assert.equal(parsed(json), undefined, json.slice(0, 40));
      assert.equal(await read(json), undefined, `${json.slice(0, 40)} … ${json.slice(-40)}`);
    }
  });

  it('is read as JSON.parse reads it, or refused as it refuses it, where single bytes are others', async () => {
    const rounds = everyTest ? 60 : 10;
    const seed = everyTest ? Date.now() : 1;
    const random = new Random(seed);
    const whole = JSON.stringify([rows.slice(0, 1_500), { long, 'a\\"b': 'ü\\\n'.repeat(40_000), rows: rows.slice(0, 1_500) }]);
    for (let round = 0; round < rounds; round += 1) {
      const at = random.below(whole.length);
      const changed = `${whole.slice(0, at)}${random.pick(['', '"', '\\', ',', ':', '[', ']', '{', '}', '0', ' ', 'é'])}${whole.slice(at + random.below(2))}`;
      assert.deepEqual(await read(changed), parsed(changed), `seed ${seed}, round ${round}`);
    }
  });
});
