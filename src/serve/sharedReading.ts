// Creates a text that all clients read, once for all of them. A server that announces changes without end would
// otherwise cause the work again for each of fifty sessions.
import { Listeners } from '../base/listeners.ts';
import { rejectOnAbort } from '../base/withTimeout.ts';
import { errorMessage } from '../base/errorMessage.ts';

interface SharedReadingParts {
  readonly make: (signal: AbortSignal) => Promise<string>;
  /** Calls the listener when `make` may return another text. Returns the function that removes the listener. */
  readonly onDidChange: (listener: () => void) => () => void;
  readonly log: (line: string) => void;
}

/** Minimum time in milliseconds before the text is made again. Servers that start together then cause one change. */
const changeMs = 300;
/**
 * Factor of the CPU time of the last `make` that must pass before the next one: while servers keep announcing changes,
 * the work takes at most a twentieth of the time.
 */
const restShare = 20;
const mostRestMs = 5_000;

export class SharedReading implements Disposable {
  readonly #parts: SharedReadingParts;
  readonly #listeners = new Listeners();
  readonly #stopListening: () => void;
  readonly #ended = new AbortController();
  /** The text that clients read; undefined until the first client reads it, and after a failure. */
  #made: Promise<string> | undefined;
  #isRead = false;
  #timer: NodeJS.Timeout | undefined;
  #madeInMs = 0;

  constructor(parts: SharedReadingParts) {
    this.#parts = parts;
    this.#stopListening = parts.onDidChange(() => this.#changed());
  }

  /** Returns the current text. Rejects when `signal` aborts. */
  read(signal: AbortSignal): Promise<string> {
    this.#isRead = true;
    return rejectOnAbort(this.#made ?? this.#begin(), signal);
  }

  /** Calls `listener` when the text has changed. Returns the function that removes the listener. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  [Symbol.dispose](): void {
    this.#stopListening();
    this.#ended.abort();
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #begin(): Promise<string> {
    const made = this.#make();
    this.#made = made;
    // After a failure, the next client that reads causes another attempt.
    made.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return made;
  }

  async #make(): Promise<string> {
    const cpuBefore = process.cpuUsage();
    const text = await this.#parts.make(this.#ended.signal);
    const { user, system } = process.cpuUsage(cpuBefore);
    this.#madeInMs = (user + system) / 1_000;
    return text;
  }

  #changed(): void {
    if (!this.#isRead || this.#timer) return;
    this.#timer = setTimeout(
      () => void this.#makeAgain(),
      Math.min(mostRestMs, Math.max(changeMs, restShare * this.#madeInMs)),
    );
  }

  /** Makes the text again, and fires only if the text differs from the text that clients have read. */
  async #makeAgain(): Promise<void> {
    this.#timer = undefined;
    // The earlier text may still be in the making.
    const before = this.#made?.catch(() => undefined);
    try {
      if ((await this.#begin()) !== (await before)) this.#listeners.fire();
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#parts.log(`The list of tools could not be made again: ${errorMessage(error)}`);
    }
  }
}
