// The queue of messages to a guest. Messages of one tick are sent together. While the guest takes nothing, further
// messages wait here. Each sender is told when its message has been taken.
import type { ToGuest } from '../protocol/messages.ts';

/** Maximum length of messages that are sent together, in characters. A longer message is sent alone. */
const batchLength = 65_536;

interface Outgoing {
  readonly json: string;
  readonly values: readonly string[];
  readonly length: number;
  readonly onTaken: () => void;
}

export class Outbox {
  readonly #write: (lines: readonly string[]) => boolean;
  #waiting: Outgoing[] = [];
  /** Messages that were written and that the guest may not have taken yet. */
  #written: Outgoing[] = [];
  #full = false;

  /** `write` sends the lines of a frame. After it returns false, nothing is sent until `drained` is called. */
  constructor(write: (lines: readonly string[]) => boolean) {
    this.#write = write;
  }

  /** Sends a message with its values at the end of the current tick, together with the other messages of this tick. */
  add(message: ToGuest, values: readonly string[], onTaken: () => void = () => undefined): void {
    const json = JSON.stringify(message);
    const length = values.reduce((sum, value) => sum + value.length, json.length);
    if (this.#waiting.push({ json, values, length, onTaken }) === 1 && !this.#full)
      process.nextTick(() => this.#flush());
  }

  /** Must be called when the guest has taken the messages that were written. */
  drained(): void {
    this.#full = false;
    this.#flush();
  }

  #flush(): void {
    while (!this.#full) {
      for (const { onTaken } of this.#written) onTaken();
      this.#written = this.#takeBatch();
      if (this.#written.length === 0) return;
      const head = `[${this.#written.map(({ json }) => json).join(',')}]`;
      this.#full = !this.#write([head, ...this.#written.flatMap(({ values }) => values)]);
    }
  }

  #takeBatch(): Outgoing[] {
    let length = 0;
    const end = this.#waiting.findIndex((outgoing, index) => {
      length += outgoing.length;
      return index > 0 && length > batchLength;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}
