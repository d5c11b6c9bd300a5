// Shortens a large value at JSON boundaries: keeps whole items and whole members, and notes how much is missing, so
// that a reader knows the shape of the rest and never sees a broken value.
import { isJsonArray, type JsonObject, type JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Returns JSON of `value` in about `max` characters; the notes in it say how much is missing. */
export function cutJson(value: JsonValue, max: number): string {
  return stringifyExact(cutValue(value, max));
}

/** Returns the value that `cutJson` writes; `value` itself if it fits. */
export function cutValue(value: JsonValue, max: number): JsonValue {
  const room = Math.max(max, 20);
  return fitted(value, room, new Sizes(room));
}

/** Sizes of values as JSON, in characters. The measurement stops at `most`, and each object is measured only once. */
class Sizes {
  readonly #most: number;
  readonly #known = new Map<object, number>();
  readonly #keys = new Map<object, readonly string[]>();

  constructor(most: number) {
    this.#most = most;
  }

  of(value: JsonValue): number {
    if (typeof value === 'string' && value.length > this.#most) return value.length;
    if (typeof value !== 'object' || value === null) return stringifyExact(value).length;
    const size = this.#known.get(value) ?? this.#measured(value);
    this.#known.set(value, size);
    return size;
  }

  /** Caches the keys, because reading the keys of a large object takes longer than all other work. */
  keysOf(object: JsonObject): readonly string[] {
    const keys = this.#keys.get(object) ?? Object.keys(object);
    this.#keys.set(object, keys);
    return keys;
  }

  #measured(value: readonly JsonValue[] | JsonObject): number {
    let size = 2;
    if (isJsonArray(value)) {
      for (const item of value) if ((size += this.of(item) + 1) > this.#most + 1) break;
    } else {
      for (const key of this.keysOf(value))
        if ((size += this.of(key) + this.of(value[key] ?? null) + 2) > this.#most + 1) break;
    }
    return size > 2 ? size - 1 : size;
  }
}

function fitted(value: JsonValue, budget: number, sizes: Sizes): JsonValue {
  if (sizes.of(value) <= budget) return value;
  if (typeof value === 'string') return cutString(value, budget);
  if (isJsonArray(value)) return cutArray(value, budget, sizes);
  if (typeof value === 'object' && value !== null) return cutObject(value, budget, sizes);
  return value;
}

function cutString(text: string, budget: number): string {
  const room = Math.max(0, budget - 32);
  let shown = text.slice(0, room);
  // Quotes and line ends are longer in JSON.
  for (let size = sizeOf(shown); size > room && shown !== ''; size = sizeOf(shown))
    shown = shown.slice(0, (shown.length * room) / size);
  return `${shown}… (${text.length - shown.length} more characters)`;
}

function sizeOf(text: string): number {
  return JSON.stringify(text).length - 2;
}

function cutArray(items: readonly JsonValue[], budget: number, sizes: Sizes): JsonValue {
  const kept: JsonValue[] = [];
  let left = budget - 24;
  for (const item of items) {
    const size = sizes.of(item) + 1;
    if (size > left) break;
    kept.push(item);
    left -= size;
  }
  const [first] = items;
  // If a single item is too large, its shortened form still shows its shape.
  if (kept.length === 0 && first !== undefined && left > 40) kept.push(fitted(first, left, sizes));
  return [...kept, `… ${items.length - kept.length} more of ${items.length} items`];
}

function cutObject(object: JsonObject, budget: number, sizes: Sizes): JsonObject {
  const keys = sizes.keysOf(object);
  const kept: [string, JsonValue][] = [];
  let left = budget - 24;
  // More keys than the budget has characters cannot fit.
  for (const [index, key] of keys.slice(0, budget).entries()) {
    const member = object[key] ?? null;
    const share = Math.floor(left / (keys.length - index)) - key.length - 4;
    if (left < 16) break;
    if (key.length > left) continue;
    const small = sizes.of(member) <= 16;
    if (!small && share < 24 && kept.length > 0) continue;
    const part = fitted(member, Math.max(share, 24), sizes);
    kept.push([key, part]);
    left -= sizes.of(part) + key.length + 4;
  }
  const missing = keys.length - kept.length;
  return Object.fromEntries(
    missing > 0 ? [...kept, ['…', `${missing} more of ${keys.length} members`]] : kept,
  );
}
