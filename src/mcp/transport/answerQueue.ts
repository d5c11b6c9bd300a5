// Our answers to what a server asks, on their way to it. A server that asks without taking the answers would have them pile up here,
// or take every connection that there is.
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** Far above what an honest server could have asked before it takes the first answer. */
const mostAnswers = 10_000;
const mostCharacters = 32 * 1024 * 1024;
/** Of answers that are requests of their own, over HTTP. */
export const answersAtOnce = 16;

interface AnswerQueueOptions {
  /** How many are on their way at once; the others wait for them. */
  readonly atOnce: number;
  /** Settles when the server has taken the answer. */
  readonly send: (answer: JSONRPCMessage) => Promise<void>;
  /** More wait than any server needs: it is to be ended. */
  readonly onFlood: (reason: string) => void;
}

export class AnswerQueue {
  readonly #options: AnswerQueueOptions;
  readonly #waiting: (() => void)[] = [];
  #onTheirWay = 0;
  #answers = 0;
  #characters = 0;
  /** Why the server is ended, as part of a sentence; once it is. */
  flood: string | undefined;

  constructor(options: AnswerQueueOptions) {
    this.#options = options;
  }

  /** Settles when the server has taken the answer, or is not to have it any more. */
  async send(answer: JSONRPCMessage): Promise<void> {
    const { length } = JSON.stringify(answer);
    this.#answers += 1;
    this.#characters += length;
    if (this.#answers > mostAnswers || this.#characters > mostCharacters) this.#refuse();
    try {
      if (this.#onTheirWay >= this.#options.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else this.#onTheirWay += 1;
      if (this.flood === undefined) await this.#options.send(answer);
    } finally {
      this.#answers -= 1;
      this.#characters -= length;
      this.#leavePlace();
    }
  }

  #refuse(): void {
    if (this.flood !== undefined) return;
    this.flood = 'it does not read answers to its requests';
    this.#options.onFlood(this.flood);
  }

  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#onTheirWay -= 1;
  }
}
