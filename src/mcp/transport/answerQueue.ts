// Answers to a server's requests, on their way to the server. The queue is bounded, because a server that sends
// requests and never reads the answers would use up the memory or all connections.
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** Maximum number of unread answers, far above the needs of a correct server. */
const mostAnswers = 10_000;
const mostCharacters = 32 * 1024 * 1024;
/** Maximum number of answers that are sent at once over HTTP, where each answer is a request. */
export const answersAtOnce = 16;

interface AnswerQueueOptions {
  /** Maximum number of answers that are sent at once. Further answers wait. */
  readonly atOnce: number;
  /** Resolves when the server has received the answer. */
  readonly send: (answer: JSONRPCMessage) => Promise<void>;
  /** Called when too many answers wait. The server must then be ended. */
  readonly onFlood: (reason: string) => void;
}

export class AnswerQueue {
  readonly #options: AnswerQueueOptions;
  readonly #waiting: (() => void)[] = [];
  #onTheirWay = 0;
  #answers = 0;
  #characters = 0;
  /** Reason for ending the server, as part of a sentence; undefined while the queue is within its bounds. */
  flood: string | undefined;

  constructor(options: AnswerQueueOptions) {
    this.#options = options;
  }

  /** Resolves when the server has received the answer, or when the answer is dropped. */
  async send(answer: JSONRPCMessage): Promise<void> {
    const { length } = JSON.stringify(answer);
    this.#answers += 1;
    this.#characters += length;
    const isFlood = this.#answers > mostAnswers || this.#characters > mostCharacters;
    if (isFlood && this.flood === undefined) {
      this.flood = 'it does not read answers to its requests';
      this.#options.onFlood(this.flood);
    }
    try {
      if (this.#onTheirWay >= this.#options.atOnce)
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else this.#onTheirWay += 1;
      if (this.flood === undefined) await this.#options.send(answer);
    } finally {
      this.#answers -= 1;
      this.#characters -= length;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#onTheirWay -= 1;
    }
  }
}
