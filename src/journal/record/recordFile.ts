// Writes the file of one record. Lines are written in their order, the lines of some milliseconds together, and only
// callers that ask for it wait for a write. Written lines are with the operating system, so they survive the end of the
// process.
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedStateError } from '../../engine/stores/index.ts';
import { makePrivateFolder } from '../../base/files/privateFolder.ts';
import { isMissing } from '../../base/files/writeFileAtomic.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import { succeeds, waitAtMost } from '../../base/withTimeout.ts';

/** Beginning of every record. The 1 becomes 0 if lines are lost: this change needs no space on a full disk. */
export const recordStart = '{"t":"begin","whole":1';
export const markAt = recordStart.length - 1;

/** Makes a line without its line end. */
type MakeLine = () => string | Promise<string>;

/** A second store for the same bytes, which other machines read. Bytes count as written when both have them. */
interface RecordMirror {
  begin(): Promise<void>;
  append(bytes: Buffer): Promise<void>;
  /** Marks the mirrored record as not whole, if any of it exists. */
  giveUp(): Promise<void>;
}

interface RecordFileOptions {
  /** Path of the record, in a folder of its own that is created with it. */
  readonly file: string;
  /** Returns the lines without secrets, in the form in which they may be written. */
  readonly redact: (lines: string) => string;
  /** True if the record may be removed when it cannot be marked as not whole. False if another record relies on it. */
  readonly mayBeRemoved: boolean;
  readonly mirror?: RecordMirror;
  /** Called after each write. */
  readonly onWritten: () => void;
  /** Called at most once; nothing is written afterwards. */
  readonly onFailed: (error: unknown) => void;
}

interface Waiter {
  /** Number of lines that must be written before the waiter resolves. */
  readonly upTo: number;
  readonly resolve: (value: undefined) => void;
}

/**
 * Maximum time to wait for a write, in seconds. After this time the disk counts as failed, and the run goes on without
 * a record.
 */
const longestWaitSeconds = 5;
/** Maximum time to mark a record, in milliseconds. After this time the record counts as one that cannot be marked. */
const longestMarkMs = 2_000;
/** Maximum number of characters of one write. */
const mostAtOnce = 1024 * 1024;
/** Time during which lines are gathered, in milliseconds. A write takes as long as making about twenty lines. */
const gatherMs = 20;
/** Number of lines that are made in one turn of the event loop; takes some tenths of a millisecond. */
const madeAtOnce = 100;

export class RecordFile {
  /** Number of bytes that are written so far. */
  bytes = 0;
  /** True if nothing is written any more. */
  isOver = false;
  /** The error that stopped the writing; undefined while it goes on and after `close`. */
  failure: unknown;
  readonly #options: RecordFileOptions;
  #queue: MakeLine[] = [];
  #added = 0;
  /** Number of added lines that are to be written without further delay. */
  #wanted = 0;
  #written = 0;
  #waiters: Waiter[] = [];
  #handle: FileHandle | undefined;
  #pumping: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The reason why a run must not make writes that a later run could repeat; undefined if there is none. */
  #danger: string | undefined;
  #marking: Promise<void> = Promise.resolve();

  constructor(options: RecordFileOptions) {
    this.#options = options;
  }

  /** `make` is called when the line is written, since the script may now wait for other work of the host. */
  add(make: MakeLine): void {
    if (this.isOver) return;
    this.#queue.push(make);
    this.#added += 1;
    this.#gather();
  }

  /** Writes the lines so far without waiting for more. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.isOver) return;
    this.#wanted = this.#added;
    this.#pumping ??= this.#pump();
  }

  /**
   * Resolves when all added lines are written, or when the record is marked as not whole. Resolves with a sentence if
   * neither succeeded, so that a reader would take the incomplete record for the whole run. Never rejects.
   */
  async flushed(): Promise<string | undefined> {
    await this.#lastWritten();
    if (this.isOver) await waitAtMost(this.#marking, longestMarkMs);
    return this.#danger;
  }

  async #lastWritten(): Promise<void> {
    if (this.isOver || this.#written === this.#added) return;
    this.soon();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiters.push({ upTo: this.#added, resolve });
    // The wait is counted in ticks of a second: a host that stands still or sleeps counts only one.
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      if (seconds >= longestWaitSeconds)
        this.#fail(new Error(`not written within ${longestWaitSeconds} seconds`));
    }, 1_000);
    await promise;
    clearInterval(timer);
  }

  /** Writes the remaining lines. Resolves with true if all are written. Never rejects. */
  async close(): Promise<boolean> {
    this.soon();
    await this.#pumping;
    const isWhole = !this.isOver;
    if (isWhole) this.#danger = 'Code Mode is ending, so that nothing is recorded any more.';
    this.#end();
    await this.#marking;
    return isWhole;
  }

  async #pump(): Promise<void> {
    // All events of this turn of the event loop go into the same write.
    await nextTurn();
    try {
      while (this.#written < this.#wanted && !this.isOver) await this.#write();
    } catch (error) {
      this.#fail(error);
    }
    this.#pumping = undefined;
    if (this.#queue.length > 0) this.#gather();
  }

  #gather(): void {
    if (this.#pumping === undefined) this.#timer ??= setTimeout(() => this.soon(), gatherMs);
  }

  async #write(): Promise<void> {
    // Files of long values are written before the lines that name them.
    const handle = (this.#handle ??= await this.#open());
    const lines: string[] = [];
    let characters = 0;
    const queue = this.#queue;
    for (const make of queue) {
      if (characters >= mostAtOnce) break;
      const line = make();
      // An await for each line would take as long as making the line.
      const text = typeof line === 'string' ? line : await line;
      lines.push(text);
      characters += text.length;
      if (lines.length % madeAtOnce === 0) await nextTurn();
    }
    const taken = lines.length;
    this.#queue = queue.slice(taken);
    lines.push('');
    const bytes = Buffer.from(this.#options.redact(lines.join('\n')));
    if (this.isOver) return;
    await handle.appendFile(bytes);
    await this.#options.mirror?.append(bytes);
    this.bytes += bytes.length;
    this.#written += taken;
    this.#settle();
    this.#options.onWritten();
  }

  /** Rejects if the folder exists: another process began a record with the same name at the same moment. */
  async #open(): Promise<FileHandle> {
    const { file, mirror } = this.#options;
    const folder = dirname(file);
    await makePrivateFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
    try {
      await mirror?.begin();
      const handle = await open(file, 'wx', 0o600);
      if (!this.isOver) return handle;
      await handle.close();
      throw new Error('the record was given up while it was opened');
    } catch (error) {
      await this.#remove();
      throw error;
    }
  }

  #remove(): Promise<void> {
    return rm(dirname(this.#options.file), { recursive: true, force: true });
  }

  #fail(error: unknown): void {
    if (this.isOver) return;
    this.failure = error;
    const handle = this.#handle;
    this.#handle = undefined;
    this.#marking = handle ? this.#mark(handle, error) : Promise.resolve();
    this.#end();
    this.#options.onFailed(error);
  }

  /** Marks the record as not whole, so that no reader takes it for the whole run. */
  async #mark(handle: FileHandle, cause: unknown): Promise<void> {
    const why = errorMessage(cause);
    const next =
      cause instanceof SharedStateError
        ? 'Run the script again when the shared state can be reached.'
        : 'Make room on the disk, or set codeMode.runs.record to "off".';
    this.#danger = `The record of the run can neither be written nor marked as incomplete (${why}), so that a run that goes on from it could write twice. ${next}`;
    const removals = [() => handle.truncate(0), () => this.#remove()];
    // If nothing is written yet, no other process knows of the record, so removing it is the best mark.
    const marks =
      this.bytes === 0
        ? removals.toReversed()
        : [() => writeMark(handle), ...(this.#options.mayBeRemoved ? removals : [])];
    let isMarked = false;
    for (const mark of marks) {
      isMarked = await succeeds(mark());
      if (isMarked) break;
    }
    const { mirror } = this.#options;
    if (isMarked && (!mirror || (await succeeds(mirror.giveUp())))) this.#danger = undefined;
    await handle.close().catch(() => undefined);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.isOver = true;
    this.#queue = [];
    this.#settle();
    // A handle that cannot be closed is closed already.
    void this.#handle?.close().catch(() => undefined);
    this.#handle = undefined;
  }

  #settle(): void {
    const isDone = ({ upTo }: Waiter) => this.isOver || upTo <= this.#written;
    for (const { resolve } of this.#waiters.filter(isDone)) resolve(undefined);
    this.#waiters = this.#waiters.filter((waiter) => !isDone(waiter));
  }
}

/**
 * Marks a record that is over as not whole. A file that is missing or has another beginning is left alone. Rejects as
 * the file system does.
 */
export async function markNotWhole(file: string): Promise<void> {
  await using handle = await open(file, 'r+').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!handle) return;
  const start = Buffer.alloc(recordStart.length);
  await handle.read(start, 0, start.length, 0);
  if (start.toString() === recordStart) await writeMark(handle);
}

async function writeMark(handle: FileHandle): Promise<void> {
  await handle.write('0', markAt);
}
