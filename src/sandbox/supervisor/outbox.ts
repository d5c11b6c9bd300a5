// What is on its way to a guest. Messages of one tick go together; while the guest takes nothing the others wait here, and
// whoever sent them hears when they have been taken.

/** Several messages go together up to so many characters; a longer one goes alone. */
const batchLength = 65_536;

interface Outgoing {
  readonly json: string;
  readonly onTaken: () => void;
}

export class Outbox {
  readonly #write: (json: string) => boolean;
  #waiting: Outgoing[] = [];
  /** Handed on, and perhaps not taken. */
  #written: Outgoing[] = [];
  #full = false;

  /** `write` hands on an array of messages; when it gives false, nothing more is handed on until `drained`. */
  constructor(write: (json: string) => boolean) {
    this.#write = write;
  }

  /** Sends a message at the end of the current tick, with what else is sent in this tick. */
  add(json: string, onTaken: () => void = () => undefined): void {
    if (this.#waiting.push({ json, onTaken }) === 1 && !this.#full) process.nextTick(() => this.#flush());
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
      this.#full = !this.#write(`[${this.#written.map(({ json }) => json).join(',')}]`);
    }
  }

  #takeBatch(): Outgoing[] {
    let length = 0;
    const end = this.#waiting.findIndex(({ json }, index) => {
      length += json.length;
      return index > 0 && length > batchLength;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}
