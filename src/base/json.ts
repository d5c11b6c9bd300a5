// JSON as data: what an MCP server sends, what a script passes, what crosses the sandbox's border.
import { parseExact } from './exactJson.ts';
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** undefined for what is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return parseExact(text) as JsonValue; // JSON.parse gives nothing but JSON values
  } catch {
    return undefined;
  }
}

/** Whether a value that came out of `JSON.parse` is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not see that a JSON array is read-only. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
