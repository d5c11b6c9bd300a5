import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/catalog/json.ts';
import { everyTest } from '../../../fakes/everyTest.ts';
import { batchSize, longestPiece, memberCost, valueParts, type ValuePart } from '../../../../src/engine/flow/valueParts.ts';

const count = everyTest ? 100_000 : 10_000;
const fields = (value: (index: number) => JsonValue): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, value(index)]));

/** The most members of `values` that are read between two batches. */
function mostRead(valueOf: (watched: <Value extends object>(value: Value) => Value) => JsonValue, path?: string): number {
  let [read, most] = [0, 0];
  const watched = <Value extends object>(value: Value) =>
    new Proxy(value, {
      get: (target, key) => {
        // Of lists, not what they are asked besides.
        if (typeof key === 'string' && key !== 'length') read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
  for (const _ of valueParts(valueOf(watched), path)) {
    most = Math.max(most, read);
    read = 0;
  }
  return Math.max(most, read);
}

const characters = (parts: readonly ValuePart[]) => parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
const most = (value: JsonValue, path?: string) => Math.max(...Array.from(valueParts(value, path), characters));

describe('the parts of a value', () => {
  const members = batchSize / memberCost;
  const shapes: Readonly<Record<string, (watched: <Value extends object>(value: Value) => Value) => JsonValue>> = {
    'an object of many fields': (watched) => watched(fields((index) => index)),
    'an object of many empty texts': (watched) => watched(fields(() => '')),
    'a list of many numbers': (watched) => watched(Array.from({ length: count }, (_, index) => index)),
    'many lists in one another and beside': (watched) => watched(Array.from({ length: count / 2 }, () => watched([[]]))),
    'many objects of five fields': (watched) =>
      Array.from({ length: count / 5 }, (_, id) => watched({ id, name: 'Ann', city: null, open: true, tags: [] })),
  };
  for (const [what, shape] of Object.entries(shapes)) {
    it(`come after ${members} members at most in ${what}`, () => {
      for (const path of [undefined, '']) {
        const read = mostRead(shape, path);
        assert.ok(read <= members, String(read));
      }
    });
  }

  const words = 'order parcel street harbour invoice northern window ticket '.repeat(40);
  const texts: Readonly<Record<string, JsonValue>> = {
    'a long text': words.repeat(1_000),
    'texts of every length': Array.from({ length: 500 }, (_, index) => words.slice(0, index * 5)),
    'fields with long names': Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}${words.repeat(3)}`, words])),
    'a text that is JSON': JSON.stringify(Array.from({ length: 50 }, () => words)),
  };
  for (const [what, value] of Object.entries(texts)) {
    it(`come a few pieces at a time in ${what}`, () => {
      for (const path of [undefined, '']) {
        const pieces = most(value, path);
        assert.ok(pieces <= batchSize + 2 * longestPiece, String(pieces));
      }
    });
  }

  it('are all there', () => {
    const parts = [
      ...valueParts({ many: fields((index) => 1_234_567 + 10 * index), deep: [[{ name: 'Ann Lee', city: 'Oslo', age: 41 }]] }),
    ].flat();
    const numbers = parts.flatMap((part) => (part.kind === 'number' ? [part.digits] : []));
    assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [count, '1234567', String(1_234_567 + 10 * (count - 1))]);
    assert.equal(parts.filter(({ kind }) => kind === 'whole').length, 1);
  });

  it('say when something is nested too deeply', () => {
    const nested = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as JsonValue;
    assert.ok([...valueParts(nested)].flat().some(({ kind }) => kind === 'unread'));
  });
});
