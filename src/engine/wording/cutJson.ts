// Shows as much of a large value as fits, cut at JSON boundaries: whole items, whole members, and a word on what is
// missing, so that a reader knows the shape of the rest and never sees half a value.
import type { JsonObject, JsonValue } from '../../catalog/json.ts';

/** JSON of `value` in about `max` characters; the cuts themselves say how much is missing. */
export function cutJson(value: JsonValue, max: number): string {
  return JSON.stringify(fitted(value, Math.max(max, 20)));
}

function fitted(value: JsonValue, budget: number): JsonValue {
  if (JSON.stringify(value).length <= budget) return value;
  if (typeof value === 'string') return cutString(value, budget);
  if (isArray(value)) return cutArray(value, budget);
  if (typeof value === 'object' && value !== null) return cutObject(value, budget);
  return value;
}

function cutString(text: string, budget: number): string {
  const room = Math.max(0, budget - 32);
  let shown = text.slice(0, room);
  // Quotes and line ends are longer in JSON.
  for (let size = sizeOf(shown); size > room && shown !== ''; size = sizeOf(shown)) shown = shown.slice(0, (shown.length * room) / size);
  return `${shown}… (${text.length - shown.length} more characters)`;
}

function sizeOf(text: string): number {
  return JSON.stringify(text).length - 2;
}

function cutArray(items: readonly JsonValue[], budget: number): JsonValue {
  const kept: JsonValue[] = [];
  let left = budget - 24;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (size > left) break;
    kept.push(item);
    left -= size;
  }
  const [first] = items;
  // One item that is too large alone still shows its shape.
  if (kept.length === 0 && first !== undefined && left > 40) kept.push(fitted(first, left));
  return [...kept, `… ${items.length - kept.length} more of ${items.length} items`];
}

function cutObject(object: JsonObject, budget: number): JsonObject {
  const entries = Object.entries(object);
  const kept: [string, JsonValue][] = [];
  let left = budget - 24;
  for (const [index, [key, member]] of entries.entries()) {
    const share = Math.floor(left / (entries.length - index)) - key.length - 4;
    if (left < 16) break;
    const small = JSON.stringify(member).length <= 16;
    if (!small && share < 24 && kept.length > 0) continue;
    const part = fitted(member, Math.max(share, 24));
    kept.push([key, part]);
    left -= JSON.stringify(part).length + key.length + 4;
  }
  const missing = entries.length - kept.length;
  return Object.fromEntries(missing > 0 ? [...kept, ['…', `${missing} more of ${entries.length} members`]] : kept);
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
