// Matches paths against globs without a regular expression: a pattern may come from a script, and time must not grow
// beyond the product of the lengths of pattern and path.

/** `*` and `?` stay within one name, `**` as a whole name stands for any number of names; everything else is itself. */
export function matchesGlob(pattern: string, path: string): boolean {
  return matches(pattern.split('/'), path.split('/'), (name) => name === '**', matchesName);
}

/** Whether one of the globs matches, and none of those that begin with `!`. */
export function isChosen(globs: readonly string[], path: string): boolean {
  if (globs.some((glob) => glob.startsWith('!') && matchesGlob(glob.slice(1), path))) return false;
  return globs.some((glob) => !glob.startsWith('!') && matchesGlob(glob, path));
}

function matchesName(pattern: string, name: string): boolean {
  return matches(
    Array.from(pattern),
    Array.from(name),
    (sign) => sign === '*',
    (sign, character) => sign === '?' || sign === character,
  );
}

/** Row by row: `reached[i]` says that the pattern so far can stand for the first `i` items. */
function matches(
  pattern: readonly string[],
  items: readonly string[],
  isAny: (part: string) => boolean,
  fits: (part: string, item: string) => boolean,
): boolean {
  let reached = [true, ...items.map(() => false)];
  for (const part of pattern) {
    const next = [isAny(part) && reached[0] === true];
    for (const [index, item] of items.entries()) {
      next.push(isAny(part) ? next[index] === true || reached[index + 1] === true : reached[index] === true && fits(part, item));
    }
    reached = next;
  }
  return reached[items.length] === true;
}
