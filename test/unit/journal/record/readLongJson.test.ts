import assert from 'node:assert/strict';
import { readLongJson } from '../../../../src/journal/record/readLongJson.ts';
import type { JsonValue } from '../../../../src/base/json.ts';
import { longJson, nothingHidden } from '../../../../src/journal/redaction/longJson.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { everyTest } from '../../../fakes/everyTest.ts';
import { Random } from '../../../sandbox/random.ts';

const deepest = 50;

async function written(value: JsonValue): Promise<Buffer> {
  return (await longJson(value, [], nothingHidden)).json;
}

const long = 'x'.repeat(100_000);
const rows = Array.from({ length: 2_000 }, (_, id) => ({
  id,
  name: `Row ${id}`,
  tags: ['a', `b"${id}`],
  none: null,
  sum: id / 7,
}));

describe('the JSON of a long value', () => {
  for (const [what, value] of [
    ['a list of rows', rows],
    [
      'lists in objects in lists',
      [[rows, { rows, [long]: [rows, long] }], { a: { b: { c: rows } } }, [], {}, 7],
    ],
    [
      'long texts',
      {
        first: long,
        [`${long}\n`]: 1,
        last: [long, `${'\\'.repeat(200_001)}"`, '"'.repeat(200_000), '\u0001'.repeat(70_000)],
      },
    ],
    [
      'characters of several bytes',
      [
        'ä€😀'.repeat(50_000),
        'xä€😀'.repeat(50_000),
        '\ud800'.repeat(30_000),
        `y${'\udc00😀'.repeat(30_000)}`,
      ],
    ],
    ['short values', ['', 'text', 0, -1.5e-7, true, null, {}, []]],
    ['one text', long],
    ['one number', 12],
    [
      'many names',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name ${index}`, index])),
    ],
  ] as const)
    it(`is read as it was written: ${what}`, async () => {
      const json = await written(value);
      assert.deepEqual(JSON.parse(json.toString()), value);
      assert.deepEqual(await readLongJson(json, deepest), { value });
    });

  it('has integers with all their digits', async () => {
    const value = [long, 12_345_678_901_234_567_890n];
    assert.deepEqual(await readLongJson(await written(value), deepest), { value });
  });

  it('has __proto__ as a name', async () => {
    const value = JSON.parse(`{"__proto__":${JSON.stringify(rows)},"a":"${long}"}`) as JsonValue;
    const found = await readLongJson(await written(value), deepest);
    assert.deepEqual(found, { value });
    assert.equal(Object.getPrototypeOf(found.value), Object.prototype);
  });

  it('is refused where it is deeper than is wanted', async () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? long : [nested(depth - 1)]);
    assert.notEqual(await readLongJson(await written(nested(deepest)), deepest), undefined);
    assert.equal(await readLongJson(await written(nested(deepest + 1)), deepest), undefined);
    for (const json of [
      '['.repeat(50_000),
      '[\n'.repeat(1_000_000),
      `[\n${'['.repeat(50_000)}${']'.repeat(50_000)}\n]`,
    ])
      assert.equal(await readLongJson(Buffer.from(json), deepest), undefined);
  });

  it('is refused where lines do not fit one another, or take long to read', async () => {
    const texts = [
      '',
      '[',
      ']',
      '{',
      '[\n1',
      '[\n}',
      '1\n2',
      '{\n1\n}',
      '{\n"a":\n}',
      '[\n"a":\n1\n]',
      '{\n"a":\n"b":\n1\n}',
      '{\n1:\n1\n}',
    ];
    for (const json of [
      ...texts,
      'x',
      '"a',
      `"${long}\\x"`,
      `"${long}\\"`,
      `"${long}`,
      `[${'1,'.repeat(200_000)}1]`,
      `[\n${'{},'.repeat(200_000)}1\n]`,
    ])
      assert.equal(
        await readLongJson(Buffer.from(json), deepest),
        undefined,
        `${json.slice(0, 40)} … ${json.slice(-40)}`,
      );
  });

  it('gives others their turn', async () => {
    const json = await written([Array.from({ length: 50 }, () => rows), 'a\\"b\n'.repeat(1_000_000)]);
    const turns = new CountedTurns();
    assert.ok(await readLongJson(json, deepest));
    assert.ok(turns.stop() > 5);
  });

  it('is read or refused, and never thrown over, where single bytes are others', async () => {
    const rounds = everyTest ? 60 : 10;
    const seed = everyTest ? Date.now() : 1;
    const random = new Random(seed);
    const whole = (
      await written([rows.slice(0, 300), { long, 'a\\"b': 'ü\\\n'.repeat(40_000), rows: rows.slice(0, 300) }])
    ).toString();
    for (let round = 0; round < rounds; round += 1) {
      const at = random.below(whole.length);
      const put = random.pick(['', '"', '\\', ',', ':', '[', ']', '{', '}', '0', ' ', 'é', '\n']);
      const changed = Buffer.from(`${whole.slice(0, at)}${put}${whole.slice(at + random.below(2))}`);
      await assert.doesNotReject(readLongJson(changed, deepest), `seed ${seed}, round ${round}`);
    }
  });
});
