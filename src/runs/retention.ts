// Deletes the oldest runs when there are too many, and the values that no run names any more. Never a run that is on.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readJsonBounded } from '../storage/readFileBounded.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { hashDigits, type IndexEntry, type RunIndex } from './runIndex.ts';
import { isValueHash, type ValueFiles } from './recordedValues.ts';
import type { RunSummary } from './runRecord.ts';
import { readKept, type RunsKept } from './runSettings.ts';

interface RetentionParts {
  readonly values: ValueFiles;
  readonly index: RunIndex;
  /** Absent where it cannot be set: then what the editor wrote down for all holds. */
  readonly kept: (() => RunsKept) | undefined;
  /** Where it is written down. */
  readonly keptFile: string;
  /** The newest first. */
  readonly entries: () => Promise<readonly IndexEntry[]>;
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
/** A value that is younger may be one of a record that another process is about to write. */
const orphanMs = 60 * 60 * 1_000;
/** The value of a deleted run that is younger may be one of a line that another process is about to write: it gives up within 5 seconds. */
const usedMs = 15_000;
/** Lines of the index that no run needs, before it is written again. */
const mostStaleLines = 200;

export class Retention {
  readonly #parts: RetentionParts;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #isDue = false;
  #prunedAt = -Infinity;
  /** Values of runs that are deleted, which were too young to go with them. */
  #ofDeleted = new Set<string>();

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
      const entries = await this.#parts.entries();
      const sizes = await this.#valueSizes();
      const limits = await this.#kept();
      const over = overLimits(entries, sizes, limits);
      for (const file of filesOf(entries, new Set(over))) this.#ofDeleted.add(file);
      const left = await this.#delete(
        entries,
        over,
        (age, hash) => age > (this.#ofDeleted.has(hash.slice(0, hashDigits)) ? usedMs : orphanMs),
      );
      this.#ofDeleted = this.#ofDeleted.intersection(left);
      return { deleted: over, limits };
    });
  }

  /** Runs that are on stay. */
  delete(ids: readonly string[]): Promise<void> {
    return this.#next(async () => {
      const entries = await this.#parts.entries();
      const wanted = withNested(new Set(ids), entries);
      const deleted = entries.filter(({ summary: { id, state } }) => wanted.has(id) && state !== 'running');
      const ofDeleted = filesOf(deleted, wanted);
      await this.#delete(
        entries,
        deleted.map(({ summary: { id } }) => id),
        (age, hash) => age > orphanMs || ofDeleted.has(hash.slice(0, hashDigits)),
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
    const { kept, keptFile } = this.#parts;
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

  /** Resolves to the values that no run names and that are left. */
  async #delete(
    entries: readonly IndexEntry[],
    ids: readonly string[],
    mayGo: (ageMs: number, hash: string) => boolean,
  ): Promise<ReadonlySet<string>> {
    const gone = new Set(ids);
    const all = entries.map(({ summary }) => summary);
    await this.#parts.remove(ids, all);
    const left = entries.filter(({ summary: { id } }) => !gone.has(id));
    const named = new Set(left.flatMap(({ files }) => files));
    const unnamed = new Set<string>();
    for (const [hash, { ageMs }] of await this.#valueSizes()) {
      const file = hash.slice(0, hashDigits);
      if (named.has(file)) continue;
      if (mayGo(ageMs, hash)) await this.#parts.values.remove(hash);
      else unnamed.add(file);
    }
    const ended = left.filter(({ summary: { state } }) => state !== 'running');
    if (this.#parts.index.lines > ended.length + mostStaleLines) await this.#parts.index.rewrite(ended);
    return unnamed;
  }

  /** By hash. */
  async #valueSizes(): Promise<ReadonlyMap<string, { readonly bytes: number; readonly ageMs: number }>> {
    const { folder } = this.#parts.values;
    const names = await readdir(folder).catch(() => []);
    const hashes = names.map((name) => name.split('.', 1)[0]).filter(isValueHash);
    const sizes = new Map<string, { readonly bytes: number; readonly ageMs: number }>();
    for (const hash of hashes) {
      // Another process may delete it meanwhile.
      const found = await stat(join(folder, `${hash}.json.gz`)).catch(() => undefined);
      if (found) sizes.set(hash, { bytes: found.size, ageMs: Date.now() - found.mtimeMs });
    }
    return sizes;
  }
}

/** Which runs are to go. A value counts for the newest run that names it, and for the number a run with those that it went on with. */
function overLimits(
  newestFirst: readonly IndexEntry[],
  sizes: ReadonlyMap<string, { readonly bytes: number }>,
  { runs, megabytes, days }: RunsKept,
): readonly string[] {
  const open = new Map([...sizes].map(([hash, { bytes }]) => [hash.slice(0, hashDigits), bytes]));
  let [count, total] = [0, 0];
  const over = new Set<string>();
  const known = new Set(newestFirst.map(({ summary }) => summary.id));
  /** Without which a run that is kept cannot be resumed. */
  const needed = new Set<string>();
  for (const { summary, files } of newestFirst) {
    // Those of saved scripts go with the runs that called them.
    const isCounted = !needed.has(summary.id) && !(summary.parent && known.has(summary.parent.run));
    if (isCounted) count += 1;
    total += summary.bytes;
    for (const hash of files) {
      total += open.get(hash) ?? 0;
      open.delete(hash);
    }
    const isOver = (isCounted && count > runs) || total > megabytes * bytesOfMegabyte || Date.now() - summary.startedAt > days * dayMs;
    if (isOver && summary.state !== 'running') over.add(summary.id);
    else if (summary.resumes !== undefined) needed.add(summary.resumes);
  }
  return [...withNested(over, newestFirst)];
}

/** With the runs of the saved scripts that these called. */
function withNested(ids: ReadonlySet<string>, newestFirst: readonly IndexEntry[]): ReadonlySet<string> {
  const all = new Set(ids);
  // A run begins after the one that calls it.
  for (const { summary } of newestFirst.toReversed())
    if (summary.parent && all.has(summary.parent.run) && summary.state !== 'running') all.add(summary.id);
  return all;
}

function filesOf(entries: readonly IndexEntry[], ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(entries.flatMap(({ summary, files }) => (ids.has(summary.id) ? files : [])));
}
