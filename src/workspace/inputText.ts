// Reads a text out of an input that the engine validated.
import type { JsonValue } from '../catalog/json.ts';

/** '' for what is no text, which no validated input has. */
export function inputText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
