// The tokens of several requests to the model, as one.
import { isJsonObject, type JsonObject, type JsonValue } from '../catalog/json.ts';

/** The sum of all numbers, also those in objects; what is no number is as the last has it. */
export function addUsage(a: JsonObject, b: JsonObject): JsonObject {
  const added = Object.entries(b).map(([field, value]): [string, JsonValue] => {
    const before = Object.hasOwn(a, field) ? a[field] : undefined;
    if (typeof value === 'number' && typeof before === 'number') return [field, before + value];
    return [field, isJsonObject(value) && isJsonObject(before) ? addUsage(before, value) : value];
  });
  return { ...a, ...Object.fromEntries(added) };
}
