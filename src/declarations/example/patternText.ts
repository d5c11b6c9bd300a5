// A text that a simple regular expression matches, for the patterns that schemas really have: ids, versions, dates. No
// alternatives and no groups inside groups; other patterns give undefined.

/** A part of a pattern and how often it must come. */
const PART = /(?:\\([dws])|\\([^\w])|\[(\^?)((?:\\.|[^\]\\])+)\]|(\.)|([^\\[\](){}.*+?|^$]))(?:(\*)|(\+)|(\?)|\{(\d+)(?:,\d*)?\})?/gy;
const MOST_REPEATED = 64;

/** The shortest text of the pattern; undefined when the pattern is more than a row of characters and classes. */
export function patternText(pattern: string): string | undefined {
  const body = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\((?:\?:)?([^()|]*)\)(?![*+?{])/g, '$1');
  let text = '';
  let end = 0;
  for (const match of body.matchAll(PART)) {
    const [whole, escape, escaped, negated, charset, dot, literal, star, , optional, count] = match;
    end = match.index + whole.length;
    const character = escaped ?? literal ?? (dot !== undefined ? 'a' : characterOf(escape, negated === '^', charset ?? ''));
    if (character === undefined) return undefined;
    const times = star !== undefined || optional !== undefined ? 0 : Number(count ?? 1);
    text += character.repeat(Math.min(times, MOST_REPEATED));
  }
  return end === body.length && matches(pattern, text) ? text : undefined;
}

function characterOf(escape: string | undefined, negated: boolean, charset: string): string | undefined {
  if (escape !== undefined) return { d: '1', w: 'a', s: ' ' }[escape];
  const candidates = Array.from(`a1A-_.:/ ${charset}`);
  return candidates.find((candidate) => matches(`^[${negated ? '^' : ''}${charset}]$`, candidate));
}

/** Whether an expression that may be broken matches. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
