// Follows records that this process or another one writes. This process says when it has written; of others the file system does, where it can.
import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../storage/privateFolder.ts';
import { RecordReader } from './readRecord.ts';
import { RecordBuilder } from './recordBuilder.ts';
import type { RunChanges } from './runChanges.ts';
import type { RunRecord } from './runRecord.ts';

/** Between two looks at what changed. */
const restMs = 100;
/** A process may die without a sign of it. */
const lookMs = 2_000;

interface Followed {
  readonly file: string;
  readonly id: string;
  readonly changes: RunChanges;
  /** The record as far as it was read. */
  readonly read: (reader: RecordReader<RecordBuilder>) => RunRecord | undefined;
  readonly onChange: (record: RunRecord) => void;
}

/** Returns the function that stops it. */
export function followRecord({ file, id, changes, read, onChange }: Followed): () => void {
  const reader = new RecordReader(file, new RecordBuilder());
  let state: RunRecord['state'] | undefined;
  const look = async () => {
    // It may not be there yet.
    const isMore = await reader.readOn().catch(() => false);
    const record = read(reader);
    if (!record || throttled.isStopped || (!isMore && record.state === state)) return;
    state = record.state;
    onChange(record);
    if (state !== 'running') throttled.stop();
  };
  const throttled = new ThrottledLook(look);
  throttled.also(changes.add((changed) => changed === id && throttled.due()));
  const unwatch = watchFolder(dirname(file), () => throttled.due());
  if (unwatch) throttled.also(unwatch);
  const timer = setInterval(() => throttled.due(), lookMs).unref();
  throttled.also(() => clearInterval(timer));
  throttled.due();
  return () => throttled.stop();
}

/** Whoever hears of the runs of a folder: always of those of this process. */
export interface WatchedRuns {
  /** From now on also of those of other processes: makes their folder where there is none. Never rejects. */
  hearOthers(): Promise<void>;
  stop(): void;
}

/** Hears of other processes at once where the folder is there. */
export function watchRuns(folder: string, changes: RunChanges, listener: () => void): WatchedRuns {
  const throttled = new ThrottledLook(() => {
    listener();
    return Promise.resolve();
  });
  throttled.also(changes.add(() => throttled.due()));
  let hearsOthers = false;
  const hear = () => {
    if (hearsOthers || throttled.isStopped) return;
    const unwatch = watchFolder(folder, () => throttled.due());
    if (!unwatch) return;
    throttled.also(unwatch);
    hearsOthers = true;
  };
  hear();
  return {
    hearOthers: async () => {
      if (hearsOthers) return;
      // Where it cannot be made, nothing is recorded in it either.
      await makePrivateFolder(folder).catch(() => undefined);
      hear();
    },
    stop: () => throttled.stop(),
  };
}

// One look at a time, with a rest after each; what changes meanwhile is seen by the next.
class ThrottledLook {
  readonly #look: () => Promise<void>;
  readonly #stops: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  isStopped = false;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  due(): void {
    if (this.isStopped) return;
    this.#isDue = true;
    this.#timer ??= setTimeout(() => void this.#now(), 0).unref();
  }

  /** `stop` belongs to what stops with it. */
  also(stop: () => void): void {
    this.#stops.push(stop);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.#timer);
    for (const stop of this.#stops.splice(0)) stop();
  }

  async #now(): Promise<void> {
    this.#isDue = false;
    try {
      await this.#look();
    } finally {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        if (this.#isDue) this.due();
      }, restMs).unref();
      if (this.isStopped) this.stop();
    }
  }
}

/** Returns the function that stops it; undefined where the folder is not there, or cannot be watched. */
export function watchFolder(folder: string, listener: () => void): (() => void) | undefined {
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, listener);
    watcher.on('error', () => undefined);
  } catch {
    return undefined;
  }
  return () => watcher.close();
}
