// The file of one record while it is written: lines go to it in their order, those of some milliseconds together, and nothing waits for it
// that does not ask to. What is written is with the operating system, and survives the end of the process.
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** A line without its end, or what makes one. */
export type RecordLine = string | (() => string | Promise<string>);

interface RecordFileOptions {
  readonly file: string;
  /** The lines as they may be written. */
  readonly redact: (lines: string) => string;
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
/** Characters of one write. */
const mostAtOnce = 1024 * 1024;
/** Lines are gathered for so long, since a write takes as long as some twenty lines. */
const gatherMs = 20;

export class RecordFile {
  readonly #options: RecordFileOptions;
  #queue: RecordLine[] = [];
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

  add(line: RecordLine): void {
    if (this.#isOver) return;
    this.#queue.push(line);
    this.#added += 1;
    this.#gather();
  }

  /** Does not wait for more lines. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver) return;
    this.#wanted = this.#added;
    this.#pumping ??= this.#pump();
  }

  /** Resolves when all that was added is written, or nothing will be. Never rejects. */
  async flushed(): Promise<void> {
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
    this.#end();
    return isWhole;
  }

  async #pump(): Promise<void> {
    // What happens in this turn of the event loop goes along.
    await setImmediate();
    try {
      while (this.#written < this.#wanted && !this.#isOver) await this.#write();
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
    let text = '';
    let taken = 0;
    const queue = this.#queue;
    for (const line of queue) {
      if (text.length >= mostAtOnce) break;
      const made = typeof line === 'string' ? line : line();
      text += `${typeof made === 'string' ? made : await made}\n`;
      taken += 1;
    }
    this.#queue = queue.slice(taken);
    const bytes = Buffer.from(this.#options.redact(text));
    const handle = (this.#handle ??= await this.#open());
    // It may have been given up meanwhile.
    if (this.#isOver) return handle.close();
    await handle.appendFile(bytes);
    this.#bytes += bytes.length;
    this.#written += taken;
    this.#settle();
    this.#options.onWritten();
  }

  /** Of a record that another process began in the same moment by the same name, none becomes part of this one. */
  async #open(): Promise<FileHandle> {
    const { file } = this.#options;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return open(file, 'ax', 0o600);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#options.onFailed(error);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#isOver = true;
    this.#queue = [];
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
