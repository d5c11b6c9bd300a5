// How deep a value of a record may be: whoever can write into the folder may have written any, and what reads values goes down with them.
import type { JsonValue } from '../base/json.ts';
import { limitBounds } from '../sandbox/host/limitBounds.ts';
import { isWithinDepth } from '../sandbox/host/sandboxPort.ts';

/** Of a script's value, with what a result of a tool or a failure has around it. */
export const deepestReadable = limitBounds.valueDepth.maximum + 100;

export function isReadableValue(value: JsonValue): boolean {
  return isWithinDepth(value, deepestReadable);
}
