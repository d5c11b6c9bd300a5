// Deletes the oldest runs when there are too many. A run in progress is never deleted.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readJsonBounded } from '../../base/files/readFileBounded.ts';
import { isMissing, writeFileAtomic } from '../../base/files/writeFileAtomic.ts';
import { eventsFile, removeRun, runIds } from '../record/runFolder.ts';
import type { RunSummary } from '../record/runRecord.ts';
import { readKept, type RunsKept } from '../record/runSettings.ts';

interface RetentionParts {
  readonly folder: string;
  /**
   * Returns the limits. Absent if this process has no settings; then the limits apply that the editor stored in the
   * folder.
   */
  readonly kept: (() => RunsKept) | undefined;
  /** The newest run first. */
  readonly list: () => Promise<readonly RunSummary[]>;
  /** Deletes the records. `all`: the newest first. */
  readonly remove: (ids: readonly string[], all: readonly RunSummary[]) => Promise<void>;
}

export interface Pruned {
  readonly deleted: readonly string[];
  readonly limits: RunsKept;
}

const dayMs = 24 * 60 * 60 * 1_000;
const bytesOfMegabyte = 1_000_000;
/** Delay between the end of a run and pruning, and minimum time between two prunings, in milliseconds. */
const [soonMs, betweenMs] = [1_000, 60_000] as const;
/**
 * Age at which a folder without events is removed, in milliseconds. Such a folder belongs to a run that begins now, or
 * is the rest of a run that was deleted or could not be written.
 */
const leftoverMs = 60 * 60 * 1_000;

export class Retention {
  readonly #parts: RetentionParts;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #isDue = false;
  #prunedAt = -Infinity;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Prunes after a delay, and at most once a minute. If the process ends earlier, `dispose` prunes. */
  soon(): void {
    this.#isDue = true;
    const wait = Math.max(soonMs, this.#prunedAt + betweenMs - performance.now());
    this.#timer ??= setTimeout(() => void this.prune().catch(() => undefined), wait).unref();
  }

  prune(): Promise<Pruned> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    this.#prunedAt = performance.now();
    return this.#next(async () => {
      const all = await this.#parts.list();
      const limits = await this.#kept();
      const deleted = overLimits(all, limits);
      await this.#parts.remove(deleted, all);
      await this.#removeLeftovers(new Set(all.map(({ id }) => id)));
      return { deleted, limits };
    });
  }

  delete(ids: readonly string[]): Promise<void> {
    return this.#next(async () => {
      const all = await this.#parts.list();
      const wanted = withNested(new Set(ids), all);
      const deleted = all.filter(({ id, state }) => wanted.has(id) && state !== 'running');
      await this.#parts.remove(
        deleted.map(({ id }) => id),
        all,
      );
    });
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work;
    // If the deletion fails, the next process tries again.
    if (this.#isDue) await this.prune().catch(() => undefined);
  }

  /**
   * Returns the limits. The settings of the editor also apply to the terminal, which deletes runs of the same folder.
   */
  async #kept(): Promise<RunsKept> {
    const { folder, kept } = this.#parts;
    const keptFile = join(folder, 'kept.json');
    const written = await readJsonBounded(keptFile, 10_000).catch(() => undefined);
    if (!kept) return readKept(written);
    const now = kept();
    if (!isDeepStrictEqual(written, now))
      await writeFileAtomic(keptFile, JSON.stringify(now)).catch(() => undefined);
    return now;
  }

  /** Runs tasks one after the other. */
  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #removeLeftovers(runs: ReadonlySet<string>): Promise<void> {
    const { folder } = this.#parts;
    for (const id of await runIds(folder))
      if (!runs.has(id) && (await isLeftover(folder, id))) await removeRun(folder, id);
  }
}

/** True if the folder is old and has no events. False also if this cannot be determined. */
async function isLeftover(runs: string, id: string): Promise<boolean> {
  const { mtimeMs } = await stat(join(runs, id)).catch(() => ({ mtimeMs: Infinity }));
  if (Date.now() - mtimeMs <= leftoverMs) return false;
  return stat(eventsFile(runs, id)).then(({ size }) => size === 0, isMissing);
}

/** Returns the runs to delete. A run and the runs that it resumed count as one run. */
function overLimits(
  newestFirst: readonly RunSummary[],
  { runs, megabytes, days }: RunsKept,
): readonly string[] {
  let [count, total] = [0, 0];
  const over = new Set<string>();
  const known = new Set(newestFirst.map(({ id }) => id));
  /** Ids of runs without which a run that stays could not be resumed. */
  const needed = new Set<string>();
  for (const { id, state, startedAt, bytes, parent, resumes } of newestFirst) {
    // The runs of saved scripts are deleted together with the runs that called them.
    const isCounted = !needed.has(id) && !(parent && known.has(parent.run));
    if (isCounted) count += 1;
    total += bytes;
    const isOver =
      (isCounted && count > runs) ||
      total > megabytes * bytesOfMegabyte ||
      Date.now() - startedAt > days * dayMs;
    if (isOver && state !== 'running') over.add(id);
    else if (resumes !== undefined) needed.add(resumes);
  }
  return [...withNested(over, newestFirst)];
}

/** Returns the runs with the runs of the saved scripts that they called. */
function withNested(ids: ReadonlySet<string>, newestFirst: readonly RunSummary[]): ReadonlySet<string> {
  const all = new Set(ids);
  // A run begins after the run that calls it, so the oldest runs come first here.
  for (const { id, parent, state } of newestFirst.toReversed())
    if (parent && all.has(parent.run) && state !== 'running') all.add(id);
  return all;
}
