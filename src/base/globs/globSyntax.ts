// The parts of glob syntax that names, paths and `.gitignore` share. The module uses no regular expressions for
// patterns: scripts and repositories write them, and a pattern of a few stars keeps a regular expression busy for
// minutes (docs/decisions/0023-globs.md).

/**
 * One part of a pattern over the characters of a name, or over the names of a path: `*` stands for any number of these,
 * a function for one that it accepts.
 */
export type Sign = '*' | ((item: string) => boolean);

const MOST_ALTERNATIVES = 100;

/**
 * True if the signs can stand for the items. A star stands for as little as possible, and only the last is tried again,
 * so that the time is at most the product of both lengths.
 */
export function matchesSigns(signs: readonly Sign[], items: readonly string[]): boolean {
  let [sign, at, star, after] = [0, 0, -1, 0];
  while (at < items.length) {
    const next = signs[sign];
    if (next === '*') [star, after, sign] = [sign, at, sign + 1];
    else if (next?.(items[at] ?? '')) [sign, at] = [sign + 1, at + 1];
    else if (star < 0) return false;
    else {
      after += 1;
      [sign, at] = [star + 1, after];
    }
  }
  return signs.slice(sign).every((rest) => rest === '*');
}

/** Reads `*`, `?`, `[a-z]`, `[!abc]` and `\*`. */
export function parseSigns(pattern: string): readonly Sign[] {
  const signs: Sign[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') signs.push('*');
    else if (character === '?') signs.push(() => true);
    else if (end > 0) {
      signs.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      if (character === '\\') at += 1;
      const literal = characters[at];
      signs.push((other) => other === literal);
    }
  }
  return signs;
}

function classOf(members: readonly string[]): Sign {
  const negated = members[0] === '!' || members[0] === '^';
  const listed = negated ? members.slice(1) : members;
  const ranges = listed.flatMap((from, at): [string, string][] => {
    if (listed[at + 1] === '-' && listed[at + 2] !== undefined) return [[from, listed[at + 2] ?? from]];
    return from === '-' && at > 0 && at < listed.length - 1 ? [] : [[from, from]];
  });
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

/**
 * The characters with which everything that the pattern can stand for begins, however the rest of the pattern is read.
 */
export function literalStart(pattern: string): string {
  return /^(?:[^*?[\]{}()|\\!@+]|[!@+](?!\())*/.exec(pattern)?.[0] ?? '';
}

/**
 * Expands braces: `{a,b}.ts` becomes `a.ts` and `b.ts`. Returns an empty list if there are more than 100 patterns, or
 * about more than `mostCharacters` characters in all of them.
 */
export function expandBraces(pattern: string, mostCharacters = Infinity): readonly string[] {
  const plain: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = innermostBraces(next);
    if (!braces) plain.push(next);
    else open.push(...braces.parts.map((part) => braces.before + part + braces.after));
    const count = plain.length + open.length;
    if (count > MOST_ALTERNATIVES || count * next.length > mostCharacters) return [];
  }
  return plain;
}

/** Finds the first closed pair of braces that contains a comma. */
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
