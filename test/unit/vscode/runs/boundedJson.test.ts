import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { boundedJson } from '../../../../src/vscode/runs/boundedJson.ts';

const values = [
  1,
  'a"\n',
  null,
  true,
  [],
  {},
  [1, [2, { a: [] }]],
  { a: { b: [null, ''] }, 'x y': 1.5 },
  JSON.parse('{"__proto__":1}') as object as never,
];

describe('the beginning of a JSON text', () => {
  for (const value of values)
    it(`is the whole of ${JSON.stringify(value)}`, () => {
      assert.deepEqual(boundedJson(value, 1_000), {
        text: JSON.stringify(value, undefined, 2),
        isWhole: true,
      });
    });

  it('ends where it is long enough', () => {
    const value = Array.from({ length: 100 }, (_, index) => ({ index, text: 'x'.repeat(50) }));
    const { text, isWhole } = boundedJson(value, 500);
    assert.equal(isWhole, false);
    assert.equal(text, JSON.stringify(value, undefined, 2).slice(0, 500));
  });

  it('reads no more of a value than it shows', () => {
    const lists = [[1], Array.from({ length: 1_000 }, () => 1)];
    const guarded = new Proxy(lists, {
      get: (target, key) => (key === '1' ? assert.fail('read') : (Reflect.get(target, key) as unknown)),
    });
    assert.equal(boundedJson(guarded, 8).isWhole, false);
  });

  it('hides secrets in no more of a value than it shows, and in whole texts', () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, key: 'k'.repeat(20) }));
    const hide = (part: JsonValue) => {
      assert.ok(Array.isArray(part) && part.length < 50);
      return [];
    };
    assert.deepEqual(boundedJson(rows, 1_000, hide), { text: '[]', isWhole: false });
    const hideKey = (part: JsonValue) =>
      typeof part === 'string' ? part.replace('key'.repeat(9), '•••') : part;
    assert.equal(boundedJson(`long ${'key'.repeat(9)}`, 12, hideKey).text, '"long •••"');
  });

  it('cuts a long text', () => {
    assert.equal(boundedJson('x'.repeat(1_000_000), 10).text, '"xxxxxxxxx');
  });
});
