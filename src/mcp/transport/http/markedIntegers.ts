// Preserves integers beyond 2^53, which the SDK's HTTP transports would round with `JSON.parse`. Such integers are put
// into quotes behind a mark before the SDK parses an answer, and restored afterwards.
import { randomUUID } from 'node:crypto';
import { markIntegers, mayRound, unmarked } from '../../../base/exactJson.ts';
import { hasResult } from '../readMessages.ts';

/** The marked integers of one session. */
export class MarkedIntegers {
  /** Random, so that no server can send it. */
  readonly #mark = `${randomUUID()}:`;
  #hasMarked = false;

  /** Returns JSON for the SDK with marked integers. `message` is one message or a batch, and `text` is its JSON. */
  mark(text: string, message: unknown): string {
    if (!mayRound(text) || !hasResult(message)) return text;
    this.#hasMarked = true;
    return markIntegers(text, this.#mark);
  }

  readonly restored = (answer: unknown): unknown => (this.#hasMarked ? unmarked(answer, this.#mark) : answer);
}
