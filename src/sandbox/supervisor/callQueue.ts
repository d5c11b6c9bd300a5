// Limits how many calls of one run each server handles at once; other calls wait in order. A call keeps its slot until
// the guest has taken the answer, so a guest that reads no answers gets no more of them.

/** The queue of one server. */
interface Line<T> {
  running: number;
  readonly waiting: { readonly call: T; readonly size: number }[];
}

/**
 * The slot of a call that was sent. `input` is the size of the sent data; `answer` is the size of the answer, undefined
 * before it arrives.
 */
interface QueuedCall<T> {
  readonly line: Line<T>;
  readonly input: number;
  answer: number | undefined;
}

export class CallQueue<T extends { readonly sequence: number }> {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line<T>>();
  readonly #places = new Map<number, QueuedCall<T>>();
  /** Number of calls that were sent and have no answer yet. */
  inFlight = 0;
  /** Total size of all calls without an answer, including those that wait in the queue. */
  unanswered = 0;
  /** Total size of all answers that the guest has not taken yet. */
  untaken = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Adds a call of `size` to the queue called `name`. Returns the next call of that queue if a slot is free. */
  enter(call: T, name: string, size: number): T | undefined {
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] };
    this.#lines.set(name, line);
    this.unanswered += size;
    line.waiting.push({ call, size });
    return this.#next(line);
  }

  /**
   * Records an answer of `size`. Returns false, and ignores the answer, if `call` was not sent or already has an
   * answer.
   */
  answered(call: number, size: number): boolean {
    const place = this.#places.get(call);
    if (place === undefined || place.answer !== undefined) return false;
    place.answer = size;
    this.inFlight -= 1;
    this.unanswered -= place.input;
    this.untaken += size;
    return true;
  }

  /** Frees the slot of `call`, whose answer the guest has taken. Returns the waiting call that is to be sent now. */
  taken(call: number): T | undefined {
    const place = this.#places.get(call);
    if (place?.answer === undefined) return undefined;
    this.#places.delete(call);
    this.untaken -= place.answer;
    place.line.running -= 1;
    return this.#next(place.line);
  }

  #next(line: Line<T>): T | undefined {
    if (line.running === this.#atOnce) return undefined;
    const next = line.waiting.shift();
    if (next === undefined) return undefined;
    line.running += 1;
    this.inFlight += 1;
    this.#places.set(next.call.sequence, { line, input: next.size, answer: undefined });
    return next.call;
  }
}
