// The SDK's transports over HTTP read answers with `JSON.parse`, which rounds integers beyond 2^53. What they are given has such integers in
// quotes behind a mark, and the answer that comes out of them gets its integers back.
import { randomUUID } from 'node:crypto';
import { markIntegers, mayRound, unmarked } from '../../../base/exactJson.ts';
import { hasResult } from '../readMessages.ts';

/** The integers of one session. */
export class MarkedIntegers {
  /** No server can write it. */
  readonly #mark = `${randomUUID()}:`;
  #hasMarked = false;

  /** JSON of `message`, or of several, for the SDK. `text` is its JSON. */
  mark(text: string, message: unknown): string {
    if (!mayRound(text) || !hasResult(message)) return text;
    this.#hasMarked = true;
    return markIntegers(text, this.#mark);
  }

  readonly restored = (answer: unknown): unknown => (this.#hasMarked ? unmarked(answer, this.#mark) : answer);
}
