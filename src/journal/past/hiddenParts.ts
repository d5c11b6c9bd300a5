// Handles calls of which a record hides a part. Two calls that differ only in a hidden part look the same, so a call
// that looks like a recorded one may be another.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { starTest } from '../../base/globs/nameMatcher.ts';
import type { CallShape } from '../record/callKey.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** True if the record hides a part of the call. Takes time in proportion to the input. */
export function hasHidden({ server, name, input }: CallShape): boolean {
  return (
    server.includes(HIDDEN) ||
    name.includes(HIDDEN) ||
    (input !== undefined && stringifyExact(input).includes(HIDDEN))
  );
}

/** True if `made` may be the value that was recorded with hidden parts. Takes time in proportion to both values. */
export function couldBe(recorded: JsonValue | undefined, made: JsonValue | undefined): boolean {
  if (recorded === made || recorded === HIDDEN) return true;
  if (typeof recorded === 'string') return typeof made === 'string' && starTest(recorded.split(HIDDEN))(made);
  if (typeof recorded !== 'object' || recorded === null || typeof made !== 'object' || made === null)
    return false;
  if (!isJsonObject(recorded)) {
    return (
      !isJsonObject(made) &&
      recorded.length === made.length &&
      recorded.every((item, index) => couldBe(item, made[index]))
    );
  }
  if (!isJsonObject(made)) return false;
  const [names, others] = [Object.keys(recorded), Object.keys(made)];
  if (names.length !== others.length) return false;
  // A hidden name matches any name, and the value of such a member is not compared.
  return names.every(
    (name) => name.includes(HIDDEN) || (Object.hasOwn(made, name) && couldBe(recorded[name], made[name])),
  );
}
