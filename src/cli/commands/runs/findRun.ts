// Finds the run that a user means. Ids are long, so people type only the first characters.
import { nearestNames } from '../../../catalog/index.ts';
import { runTree, type RunSummary } from '../../../journal/index.ts';
import { shownLine } from '../../../base/text/plainText.ts';
import { UsageError } from '../../exitCode.ts';

const mostNamed = 5;

/**
 * Finds a run. `given` is an id in any case, the beginning of an id, or `last` for the newest run that is not a saved
 * script called by another run. `runs` must have the newest first. Throws a `UsageError` that names the most similar
 * runs.
 */
export function findRun(runs: readonly RunSummary[], given: string): RunSummary {
  const wanted = given.toLowerCase();
  const found =
    wanted === 'last'
      ? runTree(runs).roots.slice(0, 1)
      : runs.filter(({ id }) => wanted !== '' && id.startsWith(wanted));
  const [first, ...more] = found;
  if (first && (more.length === 0 || first.id === wanted)) return first;
  if (first) throw new UsageError(`${found.length} runs begin with "${wanted}": ${named(found)}`);
  if (runs.length === 0) throw new UsageError('no run of this folder is recorded');
  throw new UsageError(`there is no run "${shownLine(given, 40)}" of this folder; ${nearest(runs, wanted)}`);
}

function nearest(runs: readonly RunSummary[], wanted: string): string {
  const beginnings = new Map(runs.toReversed().map((run) => [run.id.slice(0, wanted.length), run]));
  const near = nearestNames(wanted, [...beginnings.keys()]).flatMap(
    (beginning) => beginnings.get(beginning) ?? [],
  );
  return near.length > 0 ? `nearest: ${named(near)}` : 'code-mode runs list has all';
}

function named(runs: readonly RunSummary[]): string {
  const more = runs.length > mostNamed ? `, and ${runs.length - mostNamed} more` : '';
  return `${runs
    .slice(0, mostNamed)
    .map(({ id, title }) => `${id} (${shownLine(title, 40) || 'no title'})`)
    .join(', ')}${more}`;
}
