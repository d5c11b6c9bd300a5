// Lets so many calls of one run through to each server at once; the others wait for their turn, in order. A call has its
// place until the guest has taken the answer: one that reads nothing is given no more.

/** One server's line. */
interface Line<T> {
  running: number;
  readonly waiting: { readonly call: T; readonly size: number }[];
}

/** A call that has left: the size of what it sent, until it is answered, and of the answer from then on. */
interface Place<T> {
  readonly line: Line<T>;
  readonly input: number;
  answer: number | undefined;
}

export class CallQueue<T extends { readonly call: number }> {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line<T>>();
  readonly #places = new Map<number, Place<T>>();
  #inFlight = 0;
  #unanswered = 0;
  #untaken = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many calls have left and are not answered. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The size of all calls that are not answered, waiting or under way. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** The size of all answers that the guest has not taken. */
  get untaken(): number {
    return this.#untaken;
  }

  /** The call, if the line of that name has a place for it now. `size`: of what it sends. */
  enter(call: T, name: string, size: number): T | undefined {
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] };
    this.#lines.set(name, line);
    this.#unanswered += size;
    line.waiting.push({ call, size });
    return this.#next(line);
  }

  /** Whether `call` was under way; only then does its answer count, which is of that size. */
  answered(call: number, size: number): boolean {
    const place = this.#places.get(call);
    if (place === undefined || place.answer !== undefined) return false;
    place.answer = size;
    this.#inFlight -= 1;
    this.#unanswered -= place.input;
    this.#untaken += size;
    return true;
  }

  /** The guest has the answer of `call`: its place is free. The call that leaves now, if one waits. */
  taken(call: number): T | undefined {
    const place = this.#places.get(call);
    if (place?.answer === undefined) return undefined;
    this.#places.delete(call);
    this.#untaken -= place.answer;
    place.line.running -= 1;
    return this.#next(place.line);
  }

  #next(line: Line<T>): T | undefined {
    if (line.running === this.#atOnce) return undefined;
    const next = line.waiting.shift();
    if (next === undefined) return undefined;
    line.running += 1;
    this.#inFlight += 1;
    this.#places.set(next.call.call, { line, input: next.size, answer: undefined });
    return next.call;
  }
}
