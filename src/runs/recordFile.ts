// The file of one record while it is written: lines go to it in their order, those of some milliseconds together, and nothing waits for it
// that does not ask to. What is written is with the operating system, and survives the end of the process.
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedStateError } from '../storage/sharedStateError.ts';
import { makePrivateFolder } from '../storage/privateFolder.ts';
import { isMissing } from '../storage/writeFileAtomic.ts';
import { errorMessage } from '../base/errorMessage.ts';

/** How a record begins. The 1 becomes 0 where lines are lost: that takes no room on a disk which has none left. */
export const recordStart = '{"t":"begin","whole":1';
export const markAt = recordStart.length - 1;

/** A line without its end, or what makes one that takes time. */
export type RecordLine = string | (() => Promise<string>);

/** A line that is made when the host has nothing to do for the script, which waits for what the host does. */
interface LaterLine {
  readonly make: () => RecordLine;
}

/** A second place for the same bytes, which other machines read. What counts as written is in both. */
interface RecordMirror {
  begin(): Promise<void>;
  append(bytes: Buffer): Promise<void>;
  /** Marks it as not whole, where there is anything of it. */
  giveUp(): Promise<void>;
}

interface RecordFileOptions {
  /** In a folder of its own, which is made with it. */
  readonly file: string;
  /** The lines as they may be written. */
  readonly redact: (lines: string) => string;
  /** Whether it may be removed where it cannot be marked; not where another record relies on it. */
  readonly mayBeRemoved: boolean;
  readonly mirror?: RecordMirror;
  /** After each write. */
  readonly onWritten: () => void;
  /** Called at most once; nothing is written afterwards. */
  readonly onFailed: (error: unknown) => void;
}

interface Waiter {
  /** Of lines. */
  readonly upTo: number;
  readonly resolve: (value: undefined) => void;
}

/** Longer, and the disk does not work; then the run goes on without a record. */
const longestWaitSeconds = 5;
/** Then it counts as one that cannot be marked. */
const longestMarkMs = 2_000;
/** Characters of one write. */
const mostAtOnce = 1024 * 1024;
/** Lines are gathered for so long, since a write takes as long as some twenty lines. */
const gatherMs = 20;
/** Lines, or calls, that are made in one turn of the event loop: some tenths of a millisecond. */
const madeAtOnce = 100;

export class RecordFile {
  readonly #options: RecordFileOptions;
  #queue: (RecordLine | LaterLine)[] = [];
  /** Of the queue, so many are made, or open. */
  #made = 0;
  #isMaking = false;
  #added = 0;
  /** Of those that were added, so many are to be written now. */
  #wanted = 0;
  #written = 0;
  #bytes = 0;
  #waiters: Waiter[] = [];
  #handle: FileHandle | undefined;
  #pumping: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #failure: unknown;
  /** Why nothing may be written any more that a later run could repeat; undefined where none can. */
  #danger: string | undefined;
  #marking: Promise<void> = Promise.resolve();

  constructor(options: RecordFileOptions) {
    this.#options = options;
  }

  /** What is written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Nothing is written any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Why nothing is written any more, where that is not because it was closed. */
  get failure(): unknown {
    return this.#failure;
  }

  add(make: () => RecordLine): void {
    if (this.#isOver) return;
    this.#queue.push({ make });
    this.#added += 1;
    this.#gather();
    if (this.#isMaking) return;
    this.#isMaking = true;
    setImmediate(() => this.#make());
  }

  /** Does not wait for more lines. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver) return;
    this.#wanted = this.#added;
    this.#pumping ??= this.#pump();
  }

  /**
   * Resolves when all that was added is written, or the record says that it is not whole. A sentence: it does neither, so that whoever reads the
   * record takes it for all that happened. Never rejects.
   */
  async flushed(): Promise<string | undefined> {
    await this.#lastWritten();
    if (this.#isOver) await settledWithin(this.#marking, longestMarkMs);
    return this.#danger;
  }

  async #lastWritten(): Promise<void> {
    if (this.#isOver || this.#written === this.#added) return;
    this.soon();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiters.push({ upTo: this.#added, resolve });
    // By the second, of which a host that stands still, or sleeps, counts one.
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      if (seconds >= longestWaitSeconds) this.#fail(new Error(`not written within ${longestWaitSeconds} seconds`));
    }, 1_000);
    await promise;
    clearInterval(timer);
  }

  /** Writes what is left; whether all is written. Never rejects. */
  async close(): Promise<boolean> {
    this.soon();
    await this.#pumping;
    const isWhole = !this.#isOver;
    if (isWhole) this.#danger = 'Code Mode is ending, so that nothing is recorded any more.';
    this.#end();
    await this.#marking;
    return isWhole;
  }

  async #pump(): Promise<void> {
    // What happens in this turn of the event loop goes along.
    await nextTurn();
    try {
      while (this.#written < this.#wanted && !this.#isOver) await this.#write();
    } catch (error) {
      this.#fail(error);
    }
    this.#pumping = undefined;
    if (this.#queue.length > 0) this.#gather();
  }

  #make(): void {
    const upTo = Math.min(this.#queue.length, this.#made + madeAtOnce);
    try {
      for (; this.#made < upTo; this.#made += 1) {
        const waiting = this.#queue[this.#made] ?? '';
        if (typeof waiting === 'object') this.#queue[this.#made] = waiting.make();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#isMaking = this.#made < this.#queue.length;
    if (this.#isMaking) setImmediate(() => this.#make());
  }

  #gather(): void {
    if (this.#pumping === undefined) this.#timer ??= setTimeout(() => this.soon(), gatherMs);
  }

  async #write(): Promise<void> {
    // Long values are written beside the lines that name them, and before them.
    const handle = (this.#handle ??= await this.#open());
    const lines: string[] = [];
    let characters = 0;
    const queue = this.#queue;
    for (const waiting of queue) {
      if (characters >= mostAtOnce) break;
      const line = typeof waiting === 'object' ? waiting.make() : waiting;
      const text = typeof line === 'string' ? line : await line();
      lines.push(text);
      characters += text.length;
      if (lines.length % madeAtOnce === 0) await nextTurn();
    }
    const taken = lines.length;
    this.#queue = queue.slice(taken);
    this.#made = Math.max(0, this.#made - taken);
    lines.push('');
    const bytes = Buffer.from(this.#options.redact(lines.join('\n')));
    if (this.#isOver) return;
    await handle.appendFile(bytes);
    await this.#options.mirror?.append(bytes);
    this.#bytes += bytes.length;
    this.#written += taken;
    this.#settle();
    this.#options.onWritten();
  }

  /** Rejects where the folder is there: another process began a record in the same moment by the same name. */
  async #open(): Promise<FileHandle> {
    const { file, mirror } = this.#options;
    const folder = dirname(file);
    await makePrivateFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
    try {
      await mirror?.begin();
      const handle = await open(file, 'wx', 0o600);
      if (!this.#isOver) return handle;
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
    if (this.#isOver) return;
    this.#failure = error;
    const handle = this.#handle;
    this.#handle = undefined;
    this.#marking = handle ? this.#mark(handle, error) : Promise.resolve();
    this.#end();
    this.#options.onFailed(error);
  }

  /** So that it is not taken for whole. */
  async #mark(handle: FileHandle, cause: unknown): Promise<void> {
    const why = errorMessage(cause);
    const next =
      cause instanceof SharedStateError
        ? 'Run the script again when the shared state can be reached.'
        : 'Make room on the disk, or set codeMode.runs.record to "off".';
    this.#danger = `The record of the run can neither be written nor marked as incomplete (${why}), so that a run that goes on from it could write twice. ${next}`;
    const removals = [() => handle.truncate(0), () => this.#remove()];
    // Nobody knows of a record yet of which nothing is written.
    const marks = this.#bytes === 0 ? removals.toReversed() : [() => writeMark(handle), ...(this.#options.mayBeRemoved ? removals : [])];
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
    this.#isOver = true;
    this.#queue = [];
    this.#made = 0;
    this.#settle();
    // What cannot be closed was not open.
    void this.#handle?.close().catch(() => undefined);
    this.#handle = undefined;
  }

  #settle(): void {
    const isDone = ({ upTo }: Waiter) => this.#isOver || upTo <= this.#written;
    for (const { resolve } of this.#waiters.filter(isDone)) resolve(undefined);
    this.#waiters = this.#waiters.filter((waiter) => !isDone(waiter));
  }
}

/** Of a record that is over. Nothing happens to a file that begins otherwise, or is gone. Rejects as the file system does. */
export async function markNotWhole(file: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r+');
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    const start = Buffer.alloc(recordStart.length);
    await handle.read(start, 0, start.length, 0);
    if (start.toString() === recordStart) await writeMark(handle);
  } finally {
    await handle.close();
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function writeMark(handle: FileHandle): Promise<void> {
  await handle.write('0', markAt);
}

async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
