// A text that all clients read, made once for them: a server that announces changes without end must not have it made again for each of
// fifty sessions.
import { Listeners } from '../base/listeners.ts';
import { rejectOnAbort } from '../base/withTimeout.ts';
import { errorMessage } from '../base/errorMessage.ts';

interface SharedReadingParts {
  readonly make: (signal: AbortSignal) => Promise<string>;
  /** Fires when `make` may give another text. Returns the function that stops listening. */
  readonly onDidChange: (listener: () => void) => () => void;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

/** Servers that start together change the text once. */
const changeMs = 300;
/** While servers go on announcing changes, making the text again takes at most a twentieth of the time. */
const restShare = 20;
const mostRestMs = 5_000;

export class SharedReading implements Disposable {
  readonly #parts: SharedReadingParts;
  readonly #listeners = new Listeners();
  readonly #stopListening: () => void;
  readonly #ended = new AbortController();
  /** What clients read. */
  #made: Promise<string> | undefined;
  #isRead = false;
  #timer: NodeJS.Timeout | undefined;
  #madeInMs = 0;

  constructor(parts: SharedReadingParts) {
    this.#parts = parts;
    this.#stopListening = parts.onDidChange(() => this.#changed());
  }

  /** The text as of now. Rejects when `signal` aborts. */
  read(signal: AbortSignal): Promise<string> {
    this.#isRead = true;
    return rejectOnAbort(this.#made ?? this.#begin(), signal);
  }

  /** Fires when the text is another one. Returns the function that stops listening. */
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
    // The next client that asks tries again.
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
    this.#timer = setTimeout(() => void this.#makeAgain(), Math.min(mostRestMs, Math.max(changeMs, restShare * this.#madeInMs)));
  }

  /** Only what clients would read otherwise is a change. */
  async #makeAgain(): Promise<void> {
    this.#timer = undefined;
    // It may still be under way.
    const before = this.#made?.catch(() => undefined);
    try {
      if ((await this.#begin()) !== (await before)) this.#listeners.fire();
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#parts.log(`The list of tools could not be made again: ${errorMessage(error)}`);
    }
  }
}
