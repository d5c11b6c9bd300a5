// Calls of which a record hides a part: two that differ only there look the same, and one that is made now may be another.
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { HIDDEN } from '../base/text/secrets.ts';
import { starTest } from '../base/globs/nameMatcher.ts';
import type { CallShape } from './callKey.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** Linear in the input. */
export function hasHidden({ server, name, input }: CallShape): boolean {
  return server.includes(HIDDEN) || name.includes(HIDDEN) || (input !== undefined && stringifyExact(input).includes(HIDDEN));
}

/** Whether what is recorded, with parts hidden, may have been made. Linear in both. */
export function couldBe(recorded: JsonValue | undefined, made: JsonValue | undefined): boolean {
  if (recorded === made || recorded === HIDDEN) return true;
  if (typeof recorded === 'string') return typeof made === 'string' && starTest(recorded.split(HIDDEN))(made);
  if (typeof recorded !== 'object' || recorded === null || typeof made !== 'object' || made === null) return false;
  if (!isJsonObject(recorded)) {
    return !isJsonObject(made) && recorded.length === made.length && recorded.every((item, index) => couldBe(item, made[index]));
  }
  if (!isJsonObject(made)) return false;
  const [names, others] = [Object.keys(recorded), Object.keys(made)];
  if (names.length !== others.length) return false;
  // Of a hidden name nothing is known, nor of what stands under it.
  return names.every((name) => name.includes(HIDDEN) || (Object.hasOwn(made, name) && couldBe(recorded[name], made[name])));
}
