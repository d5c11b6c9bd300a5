import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { shortJson } from '../../../../src/models/stateless/shortJson.ts';

const values: readonly JsonValue[] = [
  { name: 'Ann "Lee"', tags: ['a', 'b', []], nothing: null, open: true, at: { x: 1.5, y: {} } },
  Array.from({ length: 50 }, (_, index) => ({ index, text: 'x'.repeat(index) })),
  'a text\n'.repeat(100),
  { ['long name '.repeat(50)]: 1 },
  41,
];

describe('the beginning of JSON', () => {
  for (const value of values) {
    const json = JSON.stringify(value);
    it(`is that of the whole: ${json.slice(0, 20)}`, () => {
      for (const most of [1, 7, 40, 200, 100_000]) assert.equal(shortJson(value, most), json.slice(0, most));
    });
  }

  it('reads no more members than it shows', () => {
    let read = 0;
    const rows = new Proxy(new Array<JsonValue>(100_000).fill(7), {
      get: (target, key) => {
        read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    assert.equal(shortJson(rows, 200).length, 200);
    assert.ok(read < 400, String(read));
  });
});
