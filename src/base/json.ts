// JSON as data: values that an MCP server sends, that a script passes, or that cross the border of the sandbox.
import { parseExact } from './exactJson.ts';
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return parseExact(text) as JsonValue; // the parser returns nothing but JSON values
  } catch {
    return undefined;
  }
}

/** The value as JSON; undefined if it is nested too deeply to be written. */
export function jsonText(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Returns a copy of the value with `map` applied to all texts in it, and `mapName` to the names of all members. */
export function mapTexts(
  value: unknown,
  map: (text: string) => string,
  mapName: (name: string) => string = (name) => name,
): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map, mapName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [mapName(name), mapTexts(item, map, mapName)]),
  );
}

/** True if a value that `JSON.parse` returned is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` alone does not narrow to a read-only array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
