// The list of a workspace's runs, from the summary in each run's folder. A run without a summary is on, or its process
// was killed, or had no room for it: then its events say what it is.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isBoolean, isIndex, isNumber, isObject, isOneOf, isString, type Guard } from '../base/guards.ts';
import { runDoors } from '../engine/runJournal.ts';
import { readJsonBounded } from '../storage/readFileBounded.ts';
import { SharedStateError } from '../storage/sharedStateError.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { RecordReader } from './readRecord.ts';
import type { RunChanges } from './runChanges.ts';
import { isStartTime, runEndStates } from './runEvent.ts';
import { bytesOfRun, eventsFile, runIds, summaryFile } from './runFolder.ts';
import { watchFolder } from './runFollower.ts';
import { isRunId } from './runId.ts';
import type { RunSummary } from './runRecord.ts';
import { RunTally } from './runTally.ts';

const mostBytes = 64 * 1024;
/** Runs that are looked at at once: Node reads files in four threads. */
const atOnce = 16;

const isSummary: Guard<RunSummary> = isObject(
  {
    id: isRunId,
    door: isOneOf(runDoors),
    title: isString,
    startedAt: isStartTime,
    state: isOneOf([...runEndStates, 'interrupted']),
    dryRun: isBoolean,
    calls: isIndex,
    failedCalls: isIndex,
    writes: isIndex,
    bytes: isIndex,
  },
  {
    name: isString,
    durationMs: isNumber,
    debug: isOneOf([true]),
    resumes: isRunId,
    parent: isObject({ run: isRunId, call: isIndex }),
    notWhole: isOneOf([true]),
  },
);

interface RunListParts {
  /** The folder of the workspace's runs. */
  readonly folder: string;
  readonly changes: RunChanges;
  /** The state of a record without an end, whose last line was written at `writtenAt`, in milliseconds since 1970. */
  readonly stateOf: (begin: RunTally['begin'], writtenAt: number) => Promise<'running' | 'interrupted'>;
  /** The text of a summary as it may be written. */
  readonly redact: (text: string) => string;
}

/** A run without a summary, whose events may grow to many megabytes: each look reads only what is new. */
interface Unsummarised {
  readonly reader: RecordReader<RunTally>;
  /** Stops hearing of what another process writes into it. */
  readonly stop: () => void;
}

export class RunList {
  readonly #parts: RunListParts;
  /** The summaries that were read last, with the version of their files. */
  #known = new Map<string, { readonly version: string; readonly summary: RunSummary }>();
  readonly #unsummarised = new Map<string, Unsummarised>();
  #reading: Promise<unknown> = Promise.resolve();

  constructor(parts: RunListParts) {
    this.#parts = parts;
  }

  /** The newest first. What cannot be read is left out. Rejects with `SharedStateError`. */
  read(): Promise<readonly RunSummary[]> {
    // Events are read on from one place at a time.
    const read = this.#reading.then(() => this.#read());
    this.#reading = read.catch(() => undefined);
    return read;
  }

  /** Rejects as the file system does. */
  async write(summary: RunSummary): Promise<void> {
    const { folder, redact } = this.#parts;
    await writeFileAtomic(summaryFile(folder, summary.id), redact(JSON.stringify(summary)));
  }

  /** The events of a run are others now: they are read from their beginning. */
  replaced(id: string): void {
    this.#forget(id);
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
      return isSummary(summary) && summary.id === id ? { version, summary } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Rejects as the file system does. */
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
    // A process that lives writes the summary itself, after the last key became known that is to be hidden.
    if (summary && !isOn) await this.write(summary).catch(() => undefined);
    return summary;
  }

  #lookAt(id: string): Unsummarised {
    const { folder, changes } = this.#parts;
    const file = eventsFile(folder, id);
    const stop = changes.isHeard ? watchFolder(dirname(file), () => changes.changed(id)) : undefined;
    const looked: Unsummarised = { reader: new RecordReader(file, new RunTally()), stop: stop ?? (() => undefined) };
    this.#unsummarised.set(id, looked);
    return looked;
  }

  #forget(id: string): void {
    this.#unsummarised.get(id)?.stop();
    this.#unsummarised.delete(id);
  }
}

/** A list without runs whose state is not known would tell a resumption that nothing went on with its run. */
function unreadable(error: unknown): undefined {
  if (error instanceof SharedStateError) throw error;
}
