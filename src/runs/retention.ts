// Deletes the oldest runs when there are too many. Never a run that is on.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readJsonBounded } from '../storage/readFileBounded.ts';
import { isMissing, writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { eventsFile, removeRun, runIds } from './runFolder.ts';
import type { RunSummary } from './runRecord.ts';
import { readKept, type RunsKept } from './runSettings.ts';

interface RetentionParts {
  /** The folder of the workspace's runs. */
  readonly folder: string;
  /** Absent where it cannot be set: then what the editor wrote down for all holds. */
  readonly kept: (() => RunsKept) | undefined;
  /** The newest first. */
  readonly list: () => Promise<readonly RunSummary[]>;
  /** Deletes the records. `all`: the newest first. */
  readonly remove: (ids: readonly string[], all: readonly RunSummary[]) => Promise<void>;
}

/** What was deleted, by id, and the limits that held. */
export interface Pruned {
  readonly deleted: readonly string[];
  readonly limits: RunsKept;
}

const dayMs = 24 * 60 * 60 * 1_000;
const bytesOfMegabyte = 1_000_000;
/** After the end of a run, and between two of these. */
const [soonMs, betweenMs] = [1_000, 60_000] as const;
/**
 * A folder without a record is one that is being begun, or what is left of one that was deleted or could not be
 * written.
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

  /** Prunes in a while, and not too often; a process that ends before does so as it ends. */
  soon(): void {
    this.#isDue = true;
    const wait = Math.max(soonMs, this.#prunedAt + betweenMs - performance.now());
    this.#timer ??= setTimeout(() => void this.prune().catch(() => undefined), wait).unref();
  }

  /** Deletes what is over the limits. Rejects as the file system does. */
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

  /** Runs that are on stay. */
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
    // What cannot be deleted now is tried again by the next process.
    if (this.#isDue) await this.prune().catch(() => undefined);
  }

  /** What is set in the editor holds for the terminal, too, which deletes runs of the same folder. */
  async #kept(): Promise<RunsKept> {
    const { folder, kept } = this.#parts;
    const keptFile = join(folder, 'kept.json');
    const written = await readJsonBounded(keptFile, 10_000).catch(() => undefined);
    if (!kept) return readKept(written);
    const now = kept();
    if (!isDeepStrictEqual(written, now)) await writeFileAtomic(keptFile, JSON.stringify(now)).catch(() => undefined);
    return now;
  }

  /** One after the other. */
  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #removeLeftovers(runs: ReadonlySet<string>): Promise<void> {
    const { folder } = this.#parts;
    for (const id of await runIds(folder)) {
      if (runs.has(id)) continue;
      const { mtimeMs } = await stat(join(folder, id));
      if (Date.now() - mtimeMs > leftoverMs && (await hasNoEvents(folder, id))) await removeRun(folder, id);
    }
  }
}

/** False also where it cannot be known. */
async function hasNoEvents(runs: string, id: string): Promise<boolean> {
  return stat(eventsFile(runs, id)).then(({ size }) => size === 0, isMissing);
}

/** Which runs are to go. For the number, a run counts together with those that it went on with. */
function overLimits(newestFirst: readonly RunSummary[], { runs, megabytes, days }: RunsKept): readonly string[] {
  let [count, total] = [0, 0];
  const over = new Set<string>();
  const known = new Set(newestFirst.map(({ id }) => id));
  /** Without which a run that is kept cannot be resumed. */
  const needed = new Set<string>();
  for (const { id, state, startedAt, bytes, parent, resumes } of newestFirst) {
    // Those of saved scripts go with the runs that called them.
    const isCounted = !needed.has(id) && !(parent && known.has(parent.run));
    if (isCounted) count += 1;
    total += bytes;
    const isOver = (isCounted && count > runs) || total > megabytes * bytesOfMegabyte || Date.now() - startedAt > days * dayMs;
    if (isOver && state !== 'running') over.add(id);
    else if (resumes !== undefined) needed.add(resumes);
  }
  return [...withNested(over, newestFirst)];
}

/** With the runs of the saved scripts that these called. */
function withNested(ids: ReadonlySet<string>, newestFirst: readonly RunSummary[]): ReadonlySet<string> {
  const all = new Set(ids);
  // A run begins after the one that calls it.
  for (const { id, parent, state } of newestFirst.toReversed()) if (parent && all.has(parent.run) && state !== 'running') all.add(id);
  return all;
}
