// Reads texts from an input that the engine has validated.
import type { JsonValue } from '../base/json.ts';

/** '' for other values, which no validated input has. */
export function inputText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A text or a list of texts, as a list; empty if absent. */
export function inputTexts(value: JsonValue | undefined): readonly string[] {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(inputText);
}
