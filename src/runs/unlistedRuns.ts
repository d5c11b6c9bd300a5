// Summaries of the records that the index lacks. Of a run that is on, whose record may have grown to many megabytes, only what was written
// since the last look is read.
import { stat } from 'node:fs/promises';
import { RecordReader } from './readRecord.ts';
import { indexEntry, type IndexEntry } from './runIndex.ts';
import { RunTally } from './runTally.ts';

type Reader = RecordReader<RunTally>;

interface UnlistedRunsParts {
  readonly fileOf: (id: string) => string;
  /** Of a record without an end; `writtenAt` in milliseconds since 1970. */
  readonly stateOf: (begin: RunTally['begin'], writtenAt: number) => 'running' | 'interrupted';
}

export class UnlistedRuns {
  readonly #parts: UnlistedRunsParts;
  /** Of runs that were on when they were looked at last. */
  readonly #running = new Map<string, { readonly reader: Reader; readonly inode: number }>();
  #looking: Promise<unknown> = Promise.resolve();

  constructor(parts: UnlistedRunsParts) {
    this.#parts = parts;
  }

  /** Of all that there are, by their ids; in their order, without those that cannot be read. */
  async entries(ids: readonly string[]): Promise<readonly IndexEntry[]> {
    const found: IndexEntry[] = [];
    for (const id of ids) {
      const entry = await this.entry(id);
      if (entry) found.push(entry);
    }
    const all = new Set(ids);
    for (const id of this.#running.keys()) if (!all.has(id)) this.#running.delete(id);
    return found;
  }

  /** Undefined where it cannot be read. */
  entry(id: string): Promise<IndexEntry | undefined> {
    // A record is read on from one place at a time.
    const entry = this.#looking.then(() => this.#entry(id)).catch(() => undefined);
    this.#looking = entry;
    return entry;
  }

  /** Rejects as the file system does. */
  async #entry(id: string): Promise<IndexEntry | undefined> {
    const file = this.#parts.fileOf(id);
    const known = this.#running.get(id);
    this.#running.delete(id);
    const goesOn = known && (await this.#summarised(id, known.reader));
    // A record that was written again is another file. What is over is read as a whole: its first line may say by now that it is not whole.
    if (goesOn?.summary.state === 'running' && (await stat(file)).ino === known?.inode) {
      this.#running.set(id, known);
      return goesOn;
    }
    const { ino } = await stat(file);
    const reader = new RecordReader(file, new RunTally());
    const entry = await this.#summarised(id, reader);
    if (entry?.summary.state === 'running') this.#running.set(id, { reader, inode: ino });
    return entry;
  }

  async #summarised(id: string, reader: Reader): Promise<IndexEntry | undefined> {
    await reader.readOn();
    const { mtimeMs } = await stat(this.#parts.fileOf(id));
    const { builder, bytes } = reader;
    if (builder.begin?.id !== id) return undefined;
    const summary = builder.summary(bytes, this.#parts.stateOf(builder.begin, mtimeMs));
    return summary && indexEntry(summary, builder.files);
  }
}
