// Reads texts out of an input that the engine validated.
import type { JsonValue } from '../catalog/json.ts';

/** '' for what is no text, which no validated input has. */
export function inputText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** One text or a list of them, as a list; none for what is not there. */
export function inputTexts(value: JsonValue | undefined): readonly string[] {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(inputText);
}
