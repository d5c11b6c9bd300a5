// How long a regular expression of a server may take, before it is run on a thread that others wait for: an upper bound, by the
// ways in which a text can be divided among the parts that repeat.

/** A few milliseconds. */
const MOST_STEPS = 2_000_000;

/** Whether trying `pattern` on a text of that many characters is over soon, whatever both hold. */
export function isQuick(pattern: string, characters: number): boolean {
  // A group that repeats, a reference back, and looking around have no such bound.
  if (/\)[*+?{]|\\[1-9k]|\(\?[^:]/.test(pattern)) return false;
  // More than there are, where some stand for themselves.
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const choices = pattern.match(/[?|]/g)?.length ?? 0;
  const starts = pattern.startsWith('^') && !pattern.includes('|') ? 0 : 1;
  return (characters + 1) ** (repeats + starts) * 2 ** choices * (characters + pattern.length) <= MOST_STEPS;
}
