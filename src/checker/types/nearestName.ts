// The name that was probably meant, among those that there are.
import { closest, distance } from 'fastest-levenshtein';

const LONGEST_COMPARED = 60;

/** A wrong guess misleads: only a name that shares most of its letters counts, or one that is part of the other. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = comparable(name);
  const candidates = known.filter((candidate) => candidate.length <= LONGEST_COMPARED);
  if (candidates.length === 0 || name.length > LONGEST_COMPARED || wanted.length < 2) return undefined;
  const best = candidates[candidates.map(comparable).indexOf(closest(wanted, candidates.map(comparable)))] ?? '';
  if (distance(wanted, comparable(best)) <= Math.max(wanted.length, best.length) / 3) return best;
  const [part, ...others] = candidates.filter((candidate) => isPart(wanted, comparable(candidate)));
  return others.length === 0 ? part : undefined;
}

function isPart(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= 4 && (one.includes(other) || other.includes(one));
}

function comparable(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
