// Lets so many calls of one run through to each server at once; the others wait for their turn, in order. A call has its
// place until the guest has taken the answer: one that reads nothing is given no more.

/** One server's line. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** A call that has left: the size of what it sent, until it is answered, and of the answer from then on. */
interface Place {
  readonly line: Line;
  readonly input: number;
  answer: number | undefined;
}

export class CallQueue {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();
  readonly #places = new Map<number, Place>();
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

  /** Runs `leave` now or when the line of that name has a place. `size`: of what the call sends. */
  enter(call: number, name: string, size: number, leave: () => void): void {
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] };
    this.#lines.set(name, line);
    this.#unanswered += size;
    const go = () => {
      line.running += 1;
      this.#inFlight += 1;
      this.#places.set(call, { line, input: size, answer: undefined });
      leave();
    };
    if (line.running < this.#atOnce) go();
    else line.waiting.push(go);
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

  /** The guest has the answer of `call`: its place is free. */
  taken(call: number): void {
    const place = this.#places.get(call);
    if (place?.answer === undefined) return;
    this.#places.delete(call);
    this.#untaken -= place.answer;
    place.line.running -= 1;
    place.line.waiting.shift()?.();
  }
}
