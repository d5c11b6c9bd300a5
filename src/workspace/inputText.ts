// Reads texts from an input that the engine has validated.
import type { JsonValue } from '../base/json.ts';

/** Returns an empty text for other values, which no validated input has. */
export function inputText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a text or a list of texts as a list; empty if the value is absent. */
export function inputTexts(value: JsonValue | undefined): readonly string[] {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(inputText);
}
