// Finds the places where two JSON values differ, field by field, and describes them briefly.
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import { shownKey, shownValue } from '../../base/text/shownValue.ts';

/**
 * One differing place: its path (`items[2].name`, empty for the whole value) and the two values there; undefined for no
 * value.
 */
export interface Difference {
  readonly path: string;
  readonly now: JsonValue | undefined;
  readonly then: JsonValue | undefined;
}

const shownCharacters = 80;
/** Maximum number of differing places that are collected. */
const mostCounted = 1_000;

type Test = (now: JsonValue | undefined, then: JsonValue | undefined) => boolean;

/**
 * Returns at most 1,000 differences in the order of the fields. Takes time in proportion to the values. `isSame`
 * decides which unequal values also count as the same.
 */
export function differences(
  now: JsonValue | undefined,
  then: JsonValue | undefined,
  isSame: Test = () => false,
): readonly Difference[] {
  const found: Difference[] = [];
  collect(now, then, '', { found, isSame });
  return found;
}

/** Returns lines such as `  amount: 5, recorded: 4` for the first `most` differences. */
export function differenceLines(all: readonly Difference[], most = 8): readonly string[] {
  const lines = all
    .slice(0, most)
    .map(
      ({ path, now, then }) => `  ${path === '' ? '' : `${path}: `}${shown(now)}, recorded: ${shown(then)}`,
    );
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `  … and ${all.length >= mostCounted ? 'many' : more} more`] : lines;
}

function collect(
  now: JsonValue | undefined,
  then: JsonValue | undefined,
  path: string,
  to: { readonly found: Difference[]; readonly isSame: Test },
): void {
  const { found, isSame } = to;
  if (found.length >= mostCounted || now === then) return;
  if (isJsonArray(now) && isJsonArray(then)) {
    for (let index = 0; index < Math.max(now.length, then.length); index++)
      collect(now[index], then[index], `${path}[${index}]`, to);
  } else if (isJsonObject(now) && isJsonObject(then)) {
    for (const key of new Set([...Object.keys(now), ...Object.keys(then)])) {
      collect(own(now, key), own(then, key), path === '' ? shownKey(key) : `${path}.${shownKey(key)}`, to);
    }
  } else if (!isSame(now, then)) found.push({ path, now, then });
}

function own(object: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : shownValue(value, shownCharacters, false);
}
