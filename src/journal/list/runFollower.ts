// Follows records that this process or another one writes. This process announces its writes; the writes of other
// processes are noticed by the file system, where the platform supports it.
import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import type { Listeners } from '../../base/listeners.ts';
import { makePrivateFolder } from '../../base/files/privateFolder.ts';
import { RecordReader } from '../record/readRecord.ts';
import { RecordBuilder } from '../record/recordBuilder.ts';
import type { RunRecord } from '../record/runRecord.ts';

/** Minimum time between two looks at the changes, in milliseconds. */
const restMs = 100;
/** Time between two looks without a notification, in milliseconds: a process may die without any sign. */
const lookMs = 2_000;

interface Followed {
  readonly file: string;
  readonly id: string;
  readonly changes: Listeners<string>;
  /** Returns the record as far as it was read. */
  readonly read: (reader: RecordReader<RecordBuilder>) => RunRecord | undefined;
  readonly onChange: (record: RunRecord) => void;
}

/** Follows a record. Returns the function that stops following. */
export function followRecord({ file, id, changes, read, onChange }: Followed): () => void {
  const reader = new RecordReader(file, () => new RecordBuilder());
  let state: RunRecord['state'] | undefined;
  const look = async () => {
    // The record may not exist yet.
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

/** A subscription to changes of the runs of a folder. Changes by this process are always announced. */
export interface WatchedRuns {
  /**
   * From now on, announces changes by other processes, too. Creates the folder of the runs if it does not exist. Never
   * rejects.
   */
  hearOthers(): Promise<void>;
  stop(): void;
}

/** Announces changes by other processes from the start if the folder exists. */
export function watchRuns(folder: string, changes: Listeners<string>, listener: () => void): WatchedRuns {
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
      // If the folder cannot be created, no run can be recorded in it either.
      await makePrivateFolder(folder).catch(() => undefined);
      hear();
    },
    stop: () => throttled.stop(),
  };
}

// Runs one look at a time, with a pause after each. The next look sees the changes that arrive meanwhile.
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

  /** Adds a function that `stop` calls. */
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

/** Returns the function that stops watching; undefined if the folder does not exist or cannot be watched. */
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
