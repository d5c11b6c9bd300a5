// Tests that clones of Code Mode's `structuredClone` equal those of the runtime.
import assert from 'node:assert/strict';
import { structuredClone as ours } from '../../../../src/sandbox/guest/quickjs/structuredClone.ts';

class Point {
  x = 1;
  readonly hidden = (): number => this.x;
}

describe('structuredClone of the wasm engine', () => {
  const cyclic: { self?: unknown; list: unknown[] } = { list: [] };
  cyclic.self = cyclic;
  cyclic.list.push(cyclic);
  const shared = { a: 1 };
  const bytes = new Uint8Array([1, 2, 3, 4]);

  const values: readonly (readonly [what: string, value: unknown])[] = [
    ['primitives', [1, 'a', true, null, undefined, 1n, Number.NaN]],
    ['objects without their class', Object.assign(Object.create({ inherited: 1 }) as object, { own: 1 })],
    ['an own key __proto__', JSON.parse('{"__proto__": {"a": 1}}')],
    ['sparse arrays', Object.assign(new Array(3), { 1: 'x' })],
    ['dates', new Date(5)],
    ['regular expressions', /a+/giu],
    ['maps and sets in each other', new Map<unknown, unknown>([[{ k: 1 }, new Set([new Map([[1, 2]])])]])],
    ['views of a part', bytes.subarray(1, 3)],
    [
      'views of other kinds',
      [new Float64Array([1.5]), new BigInt64Array([5n]), new DataView(new ArrayBuffer(3), 1)],
    ],
    ['buffers', bytes.buffer],
    ['boxed values', [Object(1), Object('s'), Object(false)]],
    ['cycles', cyclic],
    ['the same object twice', [shared, shared]],
  ];
  for (const [what, value] of values) {
    it(`copies ${what}`, () => {
      const copy = ours(value);
      assert.deepStrictEqual(copy, globalThis.structuredClone(value));
      if (typeof value === 'object') assert.notEqual(copy, value);
    });
  }

  it('keeps what an error says, and its cause', () => {
    const copy = ours(new RangeError('far', { cause: { why: 1 } }));
    assert.ok(copy instanceof RangeError);
    assert.deepEqual([copy.message, copy.cause], ['far', { why: 1 }]);
  });

  for (const [what, value] of [
    ['functions', { f: () => 1 }],
    ['symbols', Symbol('s')],
    ['promises', [Promise.resolve()]],
    ['weak maps', new WeakMap()],
    ['methods of a class', new Point()],
  ] as const) {
    it(`refuses ${what} as the runtime does`, () => {
      assert.throws(() => globalThis.structuredClone(value), { name: 'DataCloneError' });
      assert.throws(() => ours(value), { name: 'DataCloneError' });
    });
  }
});
