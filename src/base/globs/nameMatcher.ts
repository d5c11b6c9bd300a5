// Globs over the names of servers and tools, as settings contain them. A repository can bring both the globs and the
// servers, and the match runs on the host, so its time must be linear.
import { expandBraces, matchesSigns, parseSigns } from './globSyntax.ts';

type NameTest = (name: string) => boolean;

export const longestGlob = 500;
/** Approximate maximum length of a glob's alternatives together, in characters: each is matched with every name. */
const MOST_CHARACTERS = 2_500;

/**
 * Makes a test for names. The glob has `*`, `?`, `[a-z]`, `{a,b}`, `(a|b)`, `@(a|b)`, `?(a|b)` and `!(a|b)`; other
 * parentheses stand for themselves, as in `GitHub (work).*`. The test ignores letter case, and `*` matches dots and
 * slashes too: a pattern that almost names a tool should take it away rather than silently leave it. Throws if the text
 * is not a glob.
 */
export function nameMatcher(glob: string): NameTest {
  const tests = plainGlobs(glob).map(globMatcher);
  return (name) => name !== '' && tests.some((test) => test(name.toLowerCase()));
}

/** Expands a glob to the equivalent globs without alternatives, in lower case. Throws if the text is not a glob. */
export function plainGlobs(glob: string): readonly string[] {
  if (glob === '') throw new Error('empty');
  if (glob.length > longestGlob) throw new Error(`over ${longestGlob} characters`);
  const plain = expandBraces(groupsAsBraces(glob.toLowerCase()), MOST_CHARACTERS);
  if (plain.length === 0) throw new Error('too many alternatives');
  return plain;
}

/** Rewrites groups as braces; only `!(…)` remains a group. */
function groupsAsBraces(glob: string): string {
  const ranges = glob.replace(/\{(\w)\.\.(\w)\}/g, '[$1-$2]');
  if (ranges.match(/\{[^{},]*\}/g)?.some((braces) => braces.includes('..')))
    throw new Error('a {..} range needs single characters');
  return ranges.replace(/(?<!\\)([@?!+*]?)\(([^()]*)\)/g, (group, sign: string, inside: string) => {
    if (sign === '' && !inside.includes('|')) return `\\(${inside}\\)`;
    if (sign === '+' || sign === '*') throw new Error(`${sign}(…) is unsupported`);
    if (/[{}]/.test(inside)) throw new Error('braces within a group');
    const parts = inside.split('|');
    if (sign === '!') return group;
    if (sign === '?') parts.unshift('');
    return parts.length > 1 ? `{${parts.join(',')}}` : inside;
  });
}

/**
 * Makes a test for names in lower case. `!(a|b)rest` matches a text that ends in `rest` unless it is `arest` or
 * `brest`. Throws if the pattern is not a glob.
 */
export function globMatcher(pattern: string): NameTest {
  const [, before = '', inside, after = ''] = /^(.*?)(?<!\\)!\(([^()]*)\)(.*)$/s.exec(pattern) ?? [];
  if (inside === undefined) return plainTest(pattern);
  // The matcher tries each position after the star, so the rest of the pattern must be fast.
  if (before.includes('*') && /[?[\\]/.test(inside + after))
    throw new Error('after *, !(…) allows only plain characters and *');
  const [begins, continues] = [plainTest(before), plainTest(`*${after}`)];
  const excluded = inside.split('|').map((part) => plainTest(part + after));
  return (name) =>
    Array.from({ length: name.length + 1 }, (_, start) => start).some((start) => {
      const rest = name.slice(start);
      return (
        begins(name.slice(0, start)) && continues(rest) && !excluded.some((isExcluded) => isExcluded(rest))
      );
    });
}

function plainTest(pattern: string): NameTest {
  const bare = pattern.replaceAll(/\\.|\[.[^\]]*\]/gs, '');
  if (bare.includes('\\')) throw new Error('it ends with \\');
  if (/[()[\]]/.test(bare) || bare.split('{').length > bare.split('}').length)
    throw new Error('unclosed bracket');
  if (!/[?[\\]/.test(pattern)) return starTest(pattern.split(/\*+/));
  const signs = parseSigns(pattern);
  return (name) => matchesSigns(signs, Array.from(name));
}

/**
 * Makes a test for a text that has these parts in this order, with anything between them. Most patterns have only
 * stars, and each is matched with thousands of names.
 */
export function starTest([first = '', ...others]: readonly string[]): NameTest {
  const last = others.pop();
  return (name) => {
    if (last === undefined) return name === first;
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  };
}
