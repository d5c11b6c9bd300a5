import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { leastCpuMs } from '../../../fakes/growth.ts';
import { cutJson } from '../../../../src/engine/formatting/cutJson.ts';

describe('cutJson', () => {
  it('leaves a value that fits as it is', () => {
    assert.equal(cutJson({ a: [1, 2], b: 'x' }, 100), '{"a":[1,2],"b":"x"}');
  });

  it('keeps whole items of an array and says how many are missing', () => {
    const cut: unknown = JSON.parse(
      cutJson(
        Array.from({ length: 100 }, (_, index) => ({ id: index })),
        120,
      ),
    );
    assert.ok(Array.isArray(cut));
    assert.deepEqual(cut[0], { id: 0 });
    assert.match(String(cut.at(-1)), /^… \d+ more of 100 items$/);
  });

  it('cuts a long string and says how many characters are missing', () => {
    assert.match(cutJson('x'.repeat(1_000), 100), /^"x+… \(9\d\d more characters\)"$/);
  });

  it('keeps every member of an object whose large member alone is too large', () => {
    const cut: unknown = JSON.parse(
      cutJson({ total: 3, rows: Array.from({ length: 500 }, (_, index) => index), name: 'n' }, 200),
    );
    assert.deepEqual(Object.keys(cut as object), ['total', 'rows', 'name']);
  });

  it('shows the shape of a first item that alone is too large', () => {
    const cut = cutJson([{ text: 'y'.repeat(5_000) }, { text: 'z' }], 200);
    assert.match(cut, /^\[\{"text":"y+… \(\d+ more characters\)"\},"… 1 more of 2 items"\]$/);
  });

  it('takes no longer for a value within many others', async () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index]));
    const deep = Array.from({ length: 90 }).reduce<object>((inner) => ({ inner }), wide) as JsonObject;
    const wideMs = await leastCpuMs(() => cutJson(wide, 20_000));
    assert.ok((await leastCpuMs(() => cutJson(deep, 20_000))) < 20 * wideMs);
  });

  it('stays near the budget for values of every kind', () => {
    const values = [
      's'.repeat(10_000),
      Array.from({ length: 3_000 }, (_, i) => i),
      Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`key${i}`, 'v'.repeat(40)])),
      { ['k'.repeat(10_000)]: 1, a: 2 },
    ];
    for (const value of values) assert.ok(cutJson(value, 1_000).length <= 1_100);
  });
});
