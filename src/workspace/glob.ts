// Matches paths against globs without a regular expression: a pattern may come from a script, and time must not grow
// beyond the product of the lengths of pattern and path.

/** More alternatives than anybody writes: the braces of a pattern that has more stand for themselves. */
const MOST_ALTERNATIVES = 100;

/**
 * `*` and `?` stay within one name, `**` as a whole name stands for any number of names, `{a,b}` for either; everything else is
 * itself.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const names = path.split('/');
  return alternatives(pattern).some((plain) => matchesSequence(plain.split('/'), names, (name) => name === '**', matchesName));
}

/** Whether one of the globs matches the path or a folder above it. */
export function isAtOrBelow(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => matchesGlob(`${glob.replace(/\/$/, '')}/**`, path));
}

/** Whether one of the globs matches, and none of those that begin with `!`. */
export function isChosen(globs: readonly string[], path: string): boolean {
  if (globs.some((glob) => glob.startsWith('!') && matchesGlob(glob.slice(1), path))) return false;
  return globs.some((glob) => !glob.startsWith('!') && matchesGlob(glob, path));
}

/**
 * Whether a pattern can stand for the items: a part for which `isAny` holds stands for any number of them, another for one that it
 * `fits`. Row by row: `reached[i]` says that the pattern so far can stand for the first `i` items.
 */
export function matchesSequence<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  isAny: (part: Part) => boolean,
  fits: (part: Part, item: Item) => boolean,
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

function matchesName(pattern: string, name: string): boolean {
  const [start = '', end, ...more] = pattern.split('*');
  // Nearly all patterns have one star or none, and are compared with very many names.
  if (more.length === 0 && !pattern.includes('?')) {
    if (end === undefined) return name === start;
    return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  }
  return matchesSequence(
    Array.from(pattern),
    Array.from(name),
    (sign) => sign === '*',
    (sign, character) => sign === '?' || sign === character,
  );
}

/** The patterns without braces that a pattern stands for. */
function alternatives(pattern: string): readonly string[] {
  const plain: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = innermostBraces(next);
    if (!braces) plain.push(next);
    else open.push(...braces.parts.map((part) => braces.before + part + braces.after));
    if (plain.length + open.length > MOST_ALTERNATIVES) return [pattern];
  }
  return plain;
}

/** The first pair of braces with a comma that closes. */
function innermostBraces(pattern: string) {
  const opened: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '{') opened.push(at);
    if (pattern[at] !== '}') continue;
    const from = opened.pop();
    const parts = from === undefined ? [] : pattern.slice(from + 1, at).split(',');
    if (parts.length > 1) return { before: pattern.slice(0, from), parts, after: pattern.slice(at + 1) };
  }
  return undefined;
}
