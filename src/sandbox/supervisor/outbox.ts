// What is on its way to a guest. Messages of one tick go together; while the guest takes nothing the others wait here, and
// whoever sent them hears when they have been taken.
import type { ToGuest } from '../protocol/messages.ts';

/** Several messages go together up to so many characters; a longer one goes alone. */
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
  /** Handed on, and perhaps not taken. */
  #written: Outgoing[] = [];
  #full = false;

  /** `write` hands on the lines of a frame; when it gives false, nothing more is handed on until `drained`. */
  constructor(write: (lines: readonly string[]) => boolean) {
    this.#write = write;
  }

  /** Sends a message with its values at the end of the current tick, with what else is sent in this tick. */
  add(message: ToGuest, values: readonly string[], onTaken: () => void = () => undefined): void {
    const json = JSON.stringify(message);
    const length = values.reduce((sum, value) => sum + value.length, json.length);
    if (this.#waiting.push({ json, values, length, onTaken }) === 1 && !this.#full) process.nextTick(() => this.#flush());
  }

  /** The guest has taken what was written. */
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
