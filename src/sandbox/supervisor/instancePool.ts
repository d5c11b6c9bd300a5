// Keeps instances warm for the next runs, more while runs find none, and hands each out once.
import { availableParallelism } from 'node:os';
import { sameShape, type ProcessShape } from './commandLine.ts';
import type { SandboxInstance, StartFailure } from './instance.ts';

/** Where runs get their instances from. */
export interface InstanceSource {
  /** Starts spares of this shape if there are none; `runs`: so many, where as many runs come at once. */
  warm(shape: ProcessShape, runs?: number): void;
  /** An instance that is ready and belongs to the caller, who must end it; or why there is none. */
  acquire(shape: ProcessShape): Promise<SandboxInstance | StartFailure>;
  /** A run is on that starts others: while it is, a spare is ready or on its way. Call the result once it is over. */
  expectMore(): () => void;
  /** A run is over: what it used is replaced now, unless spares are being lost. */
  onRunEnded(): void;
  /** Kills every instance, the used ones too, and waits until they are gone. */
  close(): Promise<void>;
}

interface PoolOptions {
  /** Starts an instance of the chosen engine. */
  readonly start: (shape: ProcessShape) => SandboxInstance;
  /** How many instances wait for a run while runs are rare; with none, none ever do. */
  readonly spares: number;
  /** Whether a run that took a spare is followed by others, for which it is replaced. */
  readonly replaces: boolean;
  /** After this long without a run the spares are let go, in milliseconds. */
  readonly idleMs: number;
  /** How often an instance is tried to start for a run. Default 3. */
  readonly startAttempts?: number;
  /** Stands behind the reason when no instance can be started. */
  readonly advice: string;
  readonly note: (text: string) => void;
  /** Hears how each start went, first of all; `undefined`: well. */
  readonly onStart?: (failure: StartFailure | undefined, instance: SandboxInstance) => void;
}

const startAttempts = 3;
/** A new spare is started when the run that took the last one is over, or has had this long to itself. */
const refillDelayMs = 300;
/** Starting one holds up this thread, which passes on the outcome of a run to the one that started it. */
const answerMs = 20;
/** More than that start no faster: starting one keeps a processor busy. */
const mostSpares = Math.min(4, availableParallelism());
/** With less memory left on this machine, one more spare is not started. */
const memoryToLeave = 1_073_741_824;
/** After this long without a run that found no spare, there are as many as at first. */
const calmMs = 2_000;
const firstRetryMs = 500;
const longestRetryMs = 60_000;

/** How long a spare that was lost waits to be replaced, after so many losses since the last run that got one. */
export function retryDelayMs(losses: number): number {
  return Math.min(firstRetryMs * 2 ** losses, longestRetryMs);
}

export class InstancePool implements InstanceSource {
  readonly #options: PoolOptions;
  readonly #live = new Set<SandboxInstance>();
  readonly #ready = new WeakSet<SandboxInstance>();
  #spares: SandboxInstance[] = [];
  /** While runs are rare. */
  #usual: number;
  #wanted: number;
  #calmTimer: NodeJS.Timeout | undefined;
  #shape: ProcessShape | undefined;
  #refillTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #losses = 0;
  /** Runs that start others. */
  #starters = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#usual = options.spares;
    this.#wanted = options.spares;
  }

  warm(shape: ProcessShape, runs = 1): void {
    this.#shape = shape;
    this.#restartIdleClock();
    this.#refill(this.#options.spares === 0 ? 0 : Math.min(runs, mostSpares));
  }

  expectMore(): () => void {
    this.#starters += 1;
    this.#refill();
    return () => {
      this.#starters -= 1;
      // The next run may be of that kind, too.
      if (this.#options.spares > 0) this.#usual = Math.min(this.#options.spares + 1, mostSpares);
      this.#wanted = Math.max(this.#wanted, this.#usual);
    };
  }

  async acquire(shape: ProcessShape): Promise<SandboxInstance | StartFailure> {
    this.#shape = shape;
    let failure: StartFailure = { kind: 'stopped', message: 'Sandbox closed.', final: true };
    for (let attempt = 0; attempt < (this.#options.startAttempts ?? startAttempts) && !this.#closed; attempt += 1) {
      const candidate = this.#takeSpare(shape) ?? this.#start(shape);
      if (attempt === 0 && !this.#ready.has(candidate)) this.#wantMore();
      const failed = await candidate.lifecycle.ready;
      if (failed === undefined && candidate.lifecycle.alive) {
        this.#losses = 0;
        this.#restartIdleClock();
        if (this.#replaces) this.#refillIn(this.#wanted > this.#usual ? 0 : refillDelayMs);
        return candidate;
      }
      failure = failed ?? { kind: 'ended', message: 'The sandbox ended before use.', final: false };
      if (failure.final) break;
    }
    return { ...failure, message: failure.message + this.#options.advice };
  }

  onRunEnded(): void {
    this.#restartIdleClock();
    // Not in this tick: the outcome goes first.
    if (this.#starters > 0 && this.#losses === 0) this.#refillIn(answerMs);
    else if (this.#replaces) setImmediate(() => this.#losses === 0 && this.#refill());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refillTimer);
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#calmTimer);
    const live = [...this.#live];
    for (const instance of live) instance.lifecycle.kill();
    await Promise.all(live.map((instance) => instance.lifecycle.gone));
  }

  get #replaces(): boolean {
    return this.#options.replaces || this.#starters > 0;
  }

  #takeSpare(shape: ProcessShape): SandboxInstance | undefined {
    const unfit = this.#spares.filter((spare) => !sameShape(spare.shape, shape));
    for (const spare of unfit) spare.lifecycle.kill();
    this.#spares = this.#spares.filter((spare) => spare.lifecycle.alive && !unfit.includes(spare));
    return this.#spares.shift();
  }

  #start(shape: ProcessShape): SandboxInstance {
    const started = this.#options.start(shape);
    this.#live.add(started);
    void started.lifecycle.gone.then(() => this.#live.delete(started));
    void started.lifecycle.ready.then((failure) => {
      if (failure === undefined) this.#ready.add(started);
      this.#options.onStart?.(failure, started);
    });
    return started;
  }

  /** A run has to wait for its instance: the next ones come as fast, perhaps. */
  #wantMore(): void {
    const { spares } = this.#options;
    // The first run of all finds none, and says nothing of the load.
    const isFirst = this.#live.size === 1;
    if (isFirst || spares === 0 || this.#losses > 0) return;
    if (this.#wanted < mostSpares && process.availableMemory() > memoryToLeave) this.#wanted += 1;
    clearTimeout(this.#calmTimer);
    this.#calmTimer = setTimeout(() => {
      this.#wanted = this.#usual;
      for (const surplus of this.#spares.splice(this.#usual)) surplus.lifecycle.kill();
    }, calmMs);
  }

  #refillIn(ms: number): void {
    clearTimeout(this.#refillTimer);
    if (!this.#closed) this.#refillTimer = setTimeout(() => this.#refill(), ms);
  }

  #refill(atLeast = 0): void {
    clearTimeout(this.#refillTimer);
    if (this.#closed || this.#shape === undefined) return;
    while (this.#spares.length < Math.max(this.#wanted, atLeast)) {
      const spare = this.#start(this.#shape);
      this.#spares.push(spare);
      void this.#watch(spare);
    }
  }

  /** A spare that ends before it is used is replaced, each time later, unless another attempt would end the same way. */
  async #watch(spare: SandboxInstance): Promise<void> {
    const failure = await spare.lifecycle.ready;
    await spare.lifecycle.gone;
    if (!this.#spares.includes(spare)) return;
    this.#spares = this.#spares.filter((other) => other !== spare);
    if (this.#closed) return;
    this.#options.note(failure === undefined ? 'Spare sandbox ended.' : `Spare sandbox not started: ${failure.message}`);
    if (failure?.final !== true) this.#refillIn(retryDelayMs(this.#losses));
    this.#losses += 1;
  }

  #restartIdleClock(): void {
    clearTimeout(this.#idleTimer);
    if (this.#closed) return;
    this.#idleTimer = setTimeout(() => {
      clearTimeout(this.#refillTimer);
      for (const spare of this.#spares) spare.lifecycle.kill();
      this.#spares = [];
      this.#usual = this.#wanted = this.#options.spares;
    }, this.#options.idleMs);
  }
}
