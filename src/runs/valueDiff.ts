// Where two JSON values differ, field by field, short enough to read.
import { isJsonArray, isJsonObject, type JsonValue } from '../base/json.ts';
import { shownKey, shownValue } from '../base/text/shownValue.ts';

/** One place: as a path (`items[2].name`, empty for the whole), and what stands there; undefined for nothing. */
export interface Difference {
  readonly path: string;
  readonly now: JsonValue | undefined;
  readonly then: JsonValue | undefined;
}

const shownCharacters = 80;
/** Values are compared until so many places differ. */
const mostCounted = 1_000;

type Test = (now: JsonValue | undefined, then: JsonValue | undefined) => boolean;

/** In the order of the fields; at most 1,000. Linear in the values. `isSame`: what counts as the same beside what is. */
export function differences(now: JsonValue | undefined, then: JsonValue | undefined, isSame: Test = () => false): readonly Difference[] {
  const found: Difference[] = [];
  collect(now, then, '', { found, isSame });
  return found;
}

/** `  amount: 5, recorded: 4`, a line each; of many the first `most`. */
export function differenceLines(all: readonly Difference[], most = 8): readonly string[] {
  const lines = all
    .slice(0, most)
    .map(({ path, now, then }) => `  ${path === '' ? '' : `${path}: `}${shown(now)}, recorded: ${shown(then)}`);
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
    for (let index = 0; index < Math.max(now.length, then.length); index++) collect(now[index], then[index], `${path}[${index}]`, to);
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
