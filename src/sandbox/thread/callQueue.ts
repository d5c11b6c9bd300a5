// Lets so many calls of one run through to each server at once; the others wait for their turn, in order.

/** One server's line. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** A call that has left, and what it holds until it is answered. */
interface Place {
  readonly line: Line;
  readonly bytes: number;
}

export class CallQueue {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();
  readonly #places = new Map<number, Place>();
  #bytes = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many calls have left and are not answered. */
  get inFlight(): number {
    return this.#places.size;
  }

  /** The size of all calls that are not answered, waiting or under way. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Runs `leave` now or when the line of that name has a place; the place is held until `answered(call)`. */
  enter(call: number, name: string, bytes: number, leave: () => void): void {
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] };
    this.#lines.set(name, line);
    this.#bytes += bytes;
    const go = () => {
      line.running += 1;
      this.#places.set(call, { line, bytes });
      leave();
    };
    if (line.running < this.#atOnce) go();
    else line.waiting.push(go);
  }

  /** Whether `call` was under way; only then does its answer count. */
  answered(call: number): boolean {
    const place = this.#places.get(call);
    if (place === undefined) return false;
    this.#places.delete(call);
    this.#bytes -= place.bytes;
    place.line.running -= 1;
    place.line.waiting.shift()?.();
    return true;
  }
}
