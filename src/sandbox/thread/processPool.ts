// Keeps an isolate warm for the next run, and hands each out once.
import { sameShape, type ProcessShape } from './commandLine.ts';
import type { Isolate, StartFailure } from './isolate.ts';

export interface PoolOptions {
  /** Starts an isolate of the chosen engine. */
  readonly start: (shape: ProcessShape) => Isolate;
  /** How many isolates wait for a run. */
  readonly spares: number;
  /** After this long without a run the spares are let go, in milliseconds. */
  readonly idleMs: number;
  readonly note: (text: string) => void;
}

const startAttempts = 3;
/** A new spare is started when the run that took the last one is over, or has had this long to itself. */
const refillDelayMs = 25;

export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #live = new Set<Isolate>();
  #spares: Isolate[] = [];
  #shape: ProcessShape | undefined;
  #refillTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts spares of this shape if there are none. */
  warm(shape: ProcessShape): void {
    this.#shape = shape;
    this.#refill();
  }

  /** An isolate that is ready and belongs to the caller, who must `kill` it; or why there is none. */
  async acquire(shape: ProcessShape): Promise<Isolate | StartFailure> {
    this.#shape = shape;
    let failure: StartFailure = { message: 'The sandbox is closed.', final: true };
    for (let attempt = 0; attempt < startAttempts && !this.#closed; attempt += 1) {
      const candidate = this.#takeSpare(shape) ?? this.#start(shape);
      const failed = await candidate.ready;
      if (failed === undefined && candidate.alive) {
        this.#refillSoon();
        return candidate;
      }
      failure = failed ?? { message: 'The sandbox process ended before it was used.', final: false };
      if (failure.final) break;
    }
    return failure;
  }

  /** A run is over: what it used is replaced now. */
  onRunEnded(): void {
    // Not in this turn: the outcome goes first.
    setImmediate(() => this.#refill());
  }

  /** Kills every isolate, the used ones too, and waits until they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refillTimer);
    clearTimeout(this.#idleTimer);
    const live = [...this.#live];
    for (const isolate of live) isolate.kill();
    await Promise.all(live.map((isolate) => isolate.gone));
  }

  #takeSpare(shape: ProcessShape): Isolate | undefined {
    const unfit = this.#spares.filter((spare) => !sameShape(spare.shape, shape));
    for (const spare of unfit) spare.kill();
    this.#spares = this.#spares.filter((spare) => spare.alive && !unfit.includes(spare));
    return this.#spares.shift();
  }

  #start(shape: ProcessShape): Isolate {
    const started = this.#options.start(shape);
    this.#live.add(started);
    void started.gone.then(() => this.#live.delete(started));
    return started;
  }

  #refillSoon(): void {
    clearTimeout(this.#refillTimer);
    this.#refillTimer = setTimeout(() => this.#refill(), refillDelayMs);
  }

  #refill(): void {
    clearTimeout(this.#refillTimer);
    if (this.#closed || this.#shape === undefined) return;
    this.#restartIdleClock();
    this.#spares = this.#spares.filter((spare) => spare.alive);
    while (this.#spares.length < this.#options.spares) {
      const spare = this.#start(this.#shape);
      this.#spares.push(spare);
      void spare.ready.then((failure) => this.#onSpareStarted(spare, failure));
    }
  }

  /** A spare that fails is not replaced: the next run tries for itself and tells its caller. */
  #onSpareStarted(spare: Isolate, failure: StartFailure | undefined): void {
    if (failure === undefined) return;
    const unused = this.#spares.includes(spare);
    this.#spares = this.#spares.filter((other) => other !== spare);
    if (unused && !this.#closed) this.#options.note(`A spare sandbox process did not start: ${failure.message}`);
  }

  #restartIdleClock(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const spare of this.#spares) spare.kill();
      this.#spares = [];
    }, this.#options.idleMs);
  }
}
