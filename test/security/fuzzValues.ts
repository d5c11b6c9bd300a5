// Makes random values as source text, each with the JSON that docs/values.md promises for the value.
import type { JsonValue } from '../../src/base/json.ts';
import type { Random } from '../sandbox/random.ts';

export interface RandomValue {
  readonly source: string;
  /** Undefined if the value is left out of an object and becomes null in an array. */
  readonly json: JsonValue | undefined;
}

const quote = JSON.stringify;

/** Returns a value of at most `depth` levels. */
export function randomValue(random: Random, depth: number): RandomValue {
  const kinds = depth > 0 ? [...leaves, ...branches] : leaves;
  return (kinds[random.below(kinds.length)] ?? leaf)(random, depth);
}

const leaf = (): RandomValue => ({ source: 'null', json: null });

const leaves: readonly ((random: Random, depth: number) => RandomValue)[] = [
  leaf,
  () => ({ source: 'undefined', json: undefined }),
  (random) => {
    const json = random.pick([true, false]);
    return { source: String(json), json };
  },
  (random) => {
    const json = random.pick([0, 1, -1, 2 ** 53, 1e-7, 1e300, random.next() * 1e9, random.below(1_000)]);
    return { source: String(json), json };
  },
  (random) => ({ source: random.pick(['NaN', 'Infinity', '-Infinity']), json: null }),
  () => ({ source: '-0', json: 0 }),
  (random) => {
    const json = random.text(20);
    return { source: quote(json), json };
  },
  (random) => {
    const at = random.below(2 ** 31) * 1_000;
    return { source: `new Date(${at})`, json: new Date(at).toISOString() };
  },
  (random) => {
    const numbers = Array.from({ length: random.below(5) }, () => random.below(256));
    return { source: `new Uint8Array([${numbers.join()}])`, json: numbers };
  },
  (random) => {
    const text = random.text(8);
    return { source: `new String(${quote(text)})`, json: text };
  },
];

const branches: readonly ((random: Random, depth: number) => RandomValue)[] = [
  (random, depth) => {
    const items = some(random, depth);
    return {
      source: `[${items.map(({ source }) => source).join(', ')}]`,
      json: items.map(({ json }) => json ?? null),
    };
  },
  (random, depth) => {
    const items = some(random, depth);
    const keys = items.map(
      (_, index) =>
        random.pick(['__proto__', 'constructor', 'toJSON_', `${index}`, random.text(6)]) + String(index),
    );
    return {
      source: `{ ${items.map(({ source }, index) => `[${quote(keys[index])}]: ${source}`).join(', ')} }`,
      json: Object.fromEntries(
        items.flatMap(({ json }, index) => (json === undefined ? [] : [[keys[index], json]])),
      ) as JsonValue,
    };
  },
  (random, depth) => {
    const items = some(random, depth);
    return {
      source: `new Map([${items.map(({ source }, index) => `[${index}, ${source}]`).join(', ')}])`,
      json: items.map(({ json }, index) => [index, json ?? null]),
    };
  },
  (random, depth) => {
    const value = randomValue(random, depth - 1);
    return { source: `new Set([${value.source}])`, json: [value.json ?? null] };
  },
  (random, depth) => {
    const value = randomValue(random, depth - 1);
    return { source: `{ toJSON: () => (${value.source}) }`, json: value.json };
  },
];

function some(random: Random, depth: number): readonly RandomValue[] {
  return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
}
