// Keeps instances ready for the next runs, keeps more of them while runs find none, and hands out each instance once.
import { availableParallelism } from 'node:os';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { sameShape, type ProcessShape } from './commandLine.ts';
import type { SandboxInstance, InstanceStartFailure } from './instance.ts';

export interface PoolOptions extends Pick<SupervisorOptions, 'spares' | 'replaces' | 'idleMs'> {
  /** Starts an instance of the chosen engine. */
  readonly start: (shape: ProcessShape) => SandboxInstance;
  /** Maximum number of attempts to start an instance for a run. Default 3. */
  readonly startAttempts?: number;
  /** Advice that follows the reason when no instance can be started. */
  readonly advice: string;
  readonly note: (text: string) => void;
  /** No instance is handed out before this has settled. */
  readonly tested?: Promise<unknown>;
  /** Called after each start, before the pool uses the result. `failure` is undefined if the start succeeded. */
  readonly onStart?: (failure: InstanceStartFailure | undefined, instance: SandboxInstance) => void;
}

const startAttempts = 3;
/**
 * Time after which a new instance is started for the one that a run took, unless the run ends earlier, in milliseconds.
 */
const refillDelayMs = 300;
/**
 * Delay before an instance is started, in milliseconds. Starting one blocks this thread, which first has to pass on the
 * outcome of a run to the run that started it.
 */
const answerMs = 20;
/** Maximum number of waiting instances. More would not start faster, because starting one keeps a processor busy. */
const mostSpares = Math.min(4, availableParallelism());
/** Minimum of available memory, in bytes, below which the pool does not start an additional instance. */
const memoryToLeave = 1_073_741_824;
/** Time after the last run that had to wait, in milliseconds, after which the pool returns to its usual size. */
const calmMs = 2_000;
const firstRetryMs = 500;
const longestRetryMs = 60_000;

/**
 * Returns the delay before a lost instance is replaced, in milliseconds. `losses` counts the instances lost since a run
 * last got one.
 */
export function retryDelayMs(losses: number): number {
  return Math.min(firstRetryMs * 2 ** losses, longestRetryMs);
}

export class InstancePool {
  #options: PoolOptions;
  readonly #live = new Set<SandboxInstance>();
  readonly #ready = new WeakSet<SandboxInstance>();
  #spares: SandboxInstance[] = [];
  /** Number of waiting instances while runs are rare. */
  #usual: number;
  #wanted: number;
  #calmTimer: NodeJS.Timeout | undefined;
  #shape: ProcessShape | undefined;
  #refillTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #losses = 0;
  /** Number of active runs that start other runs. */
  #starters = 0;
  /** True when no other engine may take over: one has already, or an instance was handed out. */
  #settled = false;
  /** Resolves when the instances of the engine before are gone. */
  #before: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#usual = options.spares;
    this.#wanted = options.spares;
  }

  /**
   * Starts instances of this shape until the usual number of them waits for a run, or `runs` of them if that many runs
   * are about to start at once.
   */
  warm(shape: ProcessShape, runs = 1): void {
    this.#shape = shape;
    this.#restartIdleClock();
    this.#refill(this.#options.spares === 0 ? 0 : Math.min(runs, mostSpares));
  }

  /**
   * Keeps an instance ready while a run is active that starts other runs. The caller must call the returned function
   * when that run has ended.
   */
  expectMore(): () => void {
    this.#starters += 1;
    this.#refill();
    return () => {
      this.#starters -= 1;
      // The next run may start other runs, too.
      if (this.#options.spares > 0) this.#usual = Math.min(this.#options.spares + 1, mostSpares);
      this.#wanted = Math.max(this.#wanted, this.#usual);
    };
  }

  /** Returns a ready instance, which the caller owns and must end, or the reason why there is none. */
  async acquire(shape: ProcessShape): Promise<SandboxInstance | InstanceStartFailure> {
    this.#shape = shape;
    const options = this.#options;
    const [acquired] = await Promise.all([this.#find(shape, options), options.tested]);
    if (options !== this.#options) return this.acquire(shape); // another engine has taken over meanwhile
    if (!('message' in acquired)) this.#settled = true;
    return acquired;
  }

  async #find(shape: ProcessShape, options: PoolOptions): Promise<SandboxInstance | InstanceStartFailure> {
    const most = options.startAttempts ?? startAttempts;
    let failure: InstanceStartFailure = { kind: 'stopped', message: 'Sandbox closed.', final: true };
    for (let attempt = 0; attempt < most && !this.#closed && options === this.#options; attempt += 1) {
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
    return { ...failure, message: failure.message + options.advice };
  }

  /**
   * Ends all instances and starts those of another engine from now on, also for runs that wait for one. Returns false,
   * and does nothing, once an instance was handed out, another engine has taken over, or the pool is closed.
   */
  changeEngine(optionsOfOther: () => PoolOptions): boolean {
    if (this.#settled || this.#closed) return false;
    this.#settled = true;
    this.#options = optionsOfOther();
    this.#before = this.#endLive();
    this.#spares = [];
    this.#losses = 0;
    this.#usual = this.#wanted = this.#options.spares;
    if (this.#shape !== undefined) this.warm(this.#shape);
    return true;
  }

  /**
   * Must be called when a run has ended. Replaces the instance that the run used, unless waiting instances keep
   * failing.
   */
  onRunEnded(): void {
    this.#restartIdleClock();
    // The outcome of the run is sent first, in this tick.
    if (this.#starters > 0 && this.#losses === 0) this.#refillIn(answerMs);
    else if (this.#replaces) setImmediate(() => this.#losses === 0 && this.#refill());
  }

  /** Kills all instances, including those in use, and waits until they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refillTimer);
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#calmTimer);
    await Promise.all([this.#endLive(), this.#before]);
  }

  async #endLive(): Promise<void> {
    const live = [...this.#live];
    this.#live.clear();
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
    const options = this.#options;
    const started = options.start(shape);
    this.#live.add(started);
    void started.lifecycle.gone.then(() => this.#live.delete(started));
    void started.lifecycle.ready.then((failure) => {
      if (failure === undefined) this.#ready.add(started);
      options.onStart?.(failure, started);
    });
    return started;
  }

  /** Increases the number of waiting instances, because a run has to wait and the next runs may come as fast. */
  #wantMore(): void {
    const { spares } = this.#options;
    // The very first run always has to wait, so it says nothing about the load.
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

  /**
   * Replaces a waiting instance that ends before it is used, with a growing delay, unless another attempt would end in
   * the same way.
   */
  async #watch(spare: SandboxInstance): Promise<void> {
    const failure = await spare.lifecycle.ready;
    await spare.lifecycle.gone;
    if (!this.#spares.includes(spare)) return;
    this.#spares = this.#spares.filter((other) => other !== spare);
    if (this.#closed) return;
    this.#options.note(
      failure === undefined ? 'Spare sandbox ended.' : `Spare sandbox not started: ${failure.message}`,
    );
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
