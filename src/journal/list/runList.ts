// Lists the runs of a workspace from the summary in the folder of each run. A run without a summary is in progress, or
// its process was killed or had no disk space for a summary; its events then give its state.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SharedStateError } from '../../engine/stores/index.ts';
import type { Listeners } from '../../base/listeners.ts';
import { readJsonBounded } from '../../base/files/readFileBounded.ts';
import { writeFileAtomic } from '../../base/files/writeFileAtomic.ts';
import { RecordReader } from '../record/readRecord.ts';
import { bytesOfRun, eventsFile, runIds, summaryFile } from '../record/runFolder.ts';
import { watchFolder } from './runFollower.ts';
import { isRunSummary, type RunSummary } from '../record/runRecord.ts';
import { RunTally } from '../record/runTally.ts';

const mostBytes = 64 * 1024;
/** Number of runs that are read at the same time: Node reads files in four threads. */
const atOnce = 16;

interface RunListParts {
  readonly folder: string;
  readonly changes: Listeners<string>;
  /**
   * Returns the state of a record without an end. `writtenAt` is the time of its last line in milliseconds since 1970.
   */
  readonly stateOf: (begin: RunTally['begin'], writtenAt: number) => Promise<'running' | 'interrupted'>;
  /** Returns the text of a summary without secrets, in the form in which it may be written. */
  readonly redact: (text: string) => string;
}

/** A run without a summary. Its events may grow to many megabytes, so each look reads only the new lines. */
interface Unsummarised {
  readonly reader: RecordReader<RunTally>;
  /** Stops watching the writes of another process to this record; undefined if nothing is watched. */
  readonly stop: (() => void) | undefined;
}

export class RunList {
  readonly #parts: RunListParts;
  /** The summaries that were read last, with the versions of their files. */
  #known = new Map<string, { readonly version: string; readonly summary: RunSummary }>();
  readonly #unsummarised = new Map<string, Unsummarised>();
  #reading: Promise<unknown> = Promise.resolve();

  constructor(parts: RunListParts) {
    this.#parts = parts;
  }

  read(): Promise<readonly RunSummary[]> {
    // Only one read takes place at a time, since all reads advance the same readers.
    const read = this.#reading.then(() => this.#read());
    this.#reading = read.catch(() => undefined);
    return read;
  }

  /** Rejects as the file system does. */
  async write(summary: RunSummary): Promise<void> {
    const { folder, redact } = this.#parts;
    await writeFileAtomic(summaryFile(folder, summary.id), redact(JSON.stringify(summary)));
  }

  dispose(): void {
    for (const id of [...this.#unsummarised.keys()]) this.#forget(id);
  }

  async #read(): Promise<readonly RunSummary[]> {
    const ids = await runIds(this.#parts.folder);
    const known = new Map<string, { readonly version: string; readonly summary: RunSummary }>();
    const found: RunSummary[] = [];
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce);
      const summarised = await Promise.all(some.map((id) => this.#summaryOf(id)));
      for (const [index, id] of some.entries()) {
        const entry = summarised[index];
        if (entry) known.set(id, entry);
        const summary = entry?.summary ?? (await this.#fromEvents(id).catch(unreadable));
        if (summary) found.push(summary);
        if (summary?.state !== 'running') this.#forget(id);
      }
    }
    this.#known = known;
    const all = new Set(ids);
    for (const id of [...this.#unsummarised.keys()]) if (!all.has(id)) this.#forget(id);
    return found.sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
  }

  async #summaryOf(id: string) {
    const file = summaryFile(this.#parts.folder, id);
    try {
      const { ino, size, mtimeMs } = await stat(file);
      const version = `${ino} ${size} ${mtimeMs}`;
      const known = this.#known.get(id);
      if (known?.version === version) return known;
      const summary = await readJsonBounded(file, mostBytes);
      return isRunSummary(summary) && summary.id === id ? { version, summary } : undefined;
    } catch {
      return undefined;
    }
  }

  async #fromEvents(id: string): Promise<RunSummary | undefined> {
    const { folder, stateOf } = this.#parts;
    const file = eventsFile(folder, id);
    const { reader } = this.#unsummarised.get(id) ?? this.#lookAt(id);
    await reader.readOn();
    const { mtimeMs } = await stat(file);
    const { builder, bytes } = reader;
    if (builder.begin?.id !== id) return undefined;
    const state = await stateOf(builder.begin, mtimeMs);
    const isOn = state === 'running';
    const summary = builder.summary(isOn ? bytes : await bytesOfRun(folder, id), state);
    // A living process writes the summary itself, after the last secret that must be hidden became known.
    if (summary && !isOn) await this.write(summary).catch(() => undefined);
    return summary;
  }

  #lookAt(id: string): Unsummarised {
    const { folder, changes } = this.#parts;
    const file = eventsFile(folder, id);
    const stop = changes.isHeard ? watchFolder(dirname(file), () => changes.fire(id)) : undefined;
    const looked: Unsummarised = { reader: new RecordReader(file, () => new RunTally()), stop };
    this.#unsummarised.set(id, looked);
    return looked;
  }

  #forget(id: string): void {
    this.#unsummarised.get(id)?.stop?.();
    this.#unsummarised.delete(id);
  }
}

/**
 * Rejects the whole list if the shared state cannot be reached. A list that lacks runs would tell a resumption that no
 * run has resumed its run yet.
 */
function unreadable(error: unknown): undefined {
  if (error instanceof SharedStateError) throw error;
}
