// Finds the existing name that was probably meant.
import { closest, distance } from 'fastest-levenshtein';
import type * as ts from 'typescript';

const LONGEST_COMPARED = 60;

/**
 * Returns the nearest name; undefined if none is close enough. A wrong guess misleads, so a name counts only if it
 * shares most letters with `name`, or all words (`type`, `entityType`).
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const candidates = known.filter(
    (candidate) => candidate.length <= LONGEST_COMPARED && comparable(candidate) !== '',
  );
  const wanted = comparable(name);
  if (candidates.length === 0 || name.length > LONGEST_COMPARED || wanted.length < 2) return undefined;
  const plain = candidates.map(comparable);
  const best = candidates[plain.indexOf(closest(wanted, plain))] ?? '';
  if (distance(wanted, comparable(best)) <= Math.max(wanted.length, comparable(best).length) / 3) return best;
  const [alike, ...others] = candidates.filter((candidate) => shareWords(wordsOf(name), wordsOf(candidate)));
  return others.length === 0 ? alike : undefined;
}

/** Returns the nearest name of one of the properties. */
export function nearestProperty(name: string, properties: readonly ts.Symbol[]): string | undefined {
  return nearestName(
    name,
    properties.map((property) => property.name),
  );
}

function shareWords(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  return few.every((word) => many.includes(word));
}

function wordsOf(name: string): string[] {
  return (name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? []).map((word) => word.toLowerCase());
}

function comparable(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
