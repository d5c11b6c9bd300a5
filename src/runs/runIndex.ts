// Summaries of the runs that have ended, a line each, so that the list of thousands opens at once. It only saves time: a line that is lost or
// damaged is made again from its record, and one whose record is gone counts for nothing.
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import { exceededJsonLimit } from '../base/jsonLimits.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { runDoors } from '../engine/runJournal.ts';
import { readFileBounded } from '../storage/readFileBounded.ts';
import { isLink, writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { startTime } from './guardEvent.ts';
import { isRunId } from './runId.ts';
import { parentText, readParent } from './runParent.ts';
import type { RunSummary } from './runRecord.ts';
import { runEndStates } from './runEvent.ts';

export interface IndexEntry {
  readonly summary: RunSummary;
  /** Beginnings of the hashes of the values that have files of their own. */
  readonly files: readonly string[];
}

/** So much of a hash names a file well enough: of two that begin alike, neither is deleted before the other. */
export const hashDigits = 16;
const endedStates = [...runEndStates, 'interrupted'] as const;
const mostBytes = 64 * 1024 * 1024;

const [noFollow, noWait] = [constants.O_NOFOLLOW, constants.O_NONBLOCK] as readonly (number | undefined)[];

export class RunIndex {
  readonly #file: string;
  #entries: ReadonlyMap<string, IndexEntry> = new Map();
  #lines = 0;
  /** Of the file that `#entries` were read from. */
  #version = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** Lines of the file as it was last read, of runs that are gone too. */
  get lines(): number {
    return this.#lines;
  }

  /** By id. Empty where it cannot be read. */
  async read(): Promise<ReadonlyMap<string, IndexEntry>> {
    try {
      const { size, mtimeMs, ino } = await stat(this.#file);
      const version = `${size} ${mtimeMs} ${ino}`;
      if (version !== this.#version) {
        this.#entries = await this.#parse((await readFileBounded(this.#file, mostBytes)).toString());
        this.#version = version;
      }
    } catch {
      this.#entries = new Map();
      this.#version = '';
    }
    return this.#entries;
  }

  /** Rejects as the file system does, and where a link or a pipe has the name of the index. */
  async append(entries: readonly IndexEntry[]): Promise<void> {
    if (entries.length === 0) return;
    // Windows has no flag for it.
    if (noFollow === undefined && (await isLink(this.#file))) throw new Error(`${this.#file} is a link`);
    const { O_APPEND, O_CREAT, O_WRONLY } = constants;
    const handle = await open(this.#file, O_APPEND | O_CREAT | O_WRONLY | (noFollow ?? 0) | (noWait ?? 0), 0o600);
    try {
      if (!(await handle.stat()).isFile()) throw new Error(`${this.#file} is not a file`);
      // An end of a line before it: another process may have died within one.
      await handle.appendFile(`\n${entries.map(lineOf).join('\n')}\n`);
    } finally {
      await handle.close();
    }
  }

  /** Rejects as the file system does. */
  async rewrite(entries: readonly IndexEntry[]): Promise<void> {
    await writeFileAtomic(this.#file, `${entries.map(lineOf).join('\n')}\n`);
  }

  async #parse(text: string): Promise<ReadonlyMap<string, IndexEntry>> {
    const slice = new TimeSlice();
    const entries = new Map<string, IndexEntry>();
    this.#lines = 0;
    for (const line of text.split('\n')) {
      const entry = line === '' || exceededJsonLimit(line) !== undefined ? undefined : entryOf(line);
      if (entry) entries.set(entry.summary.id, entry);
      if (line !== '') this.#lines += 1;
      if (slice.isOver) await slice.yieldIfOver();
    }
    return entries;
  }
}

export function indexEntry(summary: RunSummary, files: Iterable<string>): IndexEntry {
  return { summary, files: [...files].map((hash) => hash.slice(0, hashDigits)) };
}

function lineOf({ summary, files }: IndexEntry): string {
  const { parent } = summary;
  return JSON.stringify({ ...summary, ...(parent && { parent: parentText(parent) }), ...(files.length > 0 && { files }) });
}

function entryOf(line: string): IndexEntry | undefined {
  const value = parseJson(line);
  const summary = isJsonObject(value) ? summaryOf(value) : undefined;
  return isJsonObject(value) && summary ? { summary, files: filesOf(value['files']) } : undefined;
}

function filesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item: unknown) => typeof item === 'string') : [];
}

function summaryOf(line: JsonObject): RunSummary | undefined {
  const { id, name, title, dryRun, resumes, durationMs } = line;
  const parent = readParent(line['parent']);
  const door = runDoors.find((known) => known === line['door']);
  const state = endedStates.find((known) => known === line['state']);
  const startedAt = startTime(line['startedAt']);
  const [calls, failedCalls, writes, bytes] = ['calls', 'failedCalls', 'writes', 'bytes'].map((key) => line[key]);
  if (!isRunId(id) || !door || !state || typeof title !== 'string' || typeof dryRun !== 'boolean') return undefined;
  if (startedAt === undefined || !isNumber(calls) || !isNumber(failedCalls) || !isNumber(writes) || !isNumber(bytes)) return undefined;
  return {
    id,
    door,
    title,
    startedAt,
    state,
    dryRun,
    calls,
    failedCalls,
    writes,
    bytes,
    ...(typeof name === 'string' && { name }),
    ...(isNumber(durationMs) && { durationMs }),
    ...(line['debug'] === true && { debug: true }),
    ...(isRunId(resumes) && { resumes }),
    ...(parent && { parent }),
    ...(line['notWhole'] !== undefined && { notWhole: true }),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
