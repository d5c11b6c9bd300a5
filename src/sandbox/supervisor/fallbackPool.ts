// The engine `auto` of `codeMode.sandbox.engine`. Scripts run in processes. They run in WebAssembly only if no process
// was ever ready and starting one fails, or if processes cannot be measured. The engine never changes after a script
// ran in a process.
import type { ProcessShape } from './commandLine.ts';
import type { SandboxInstance, InstanceStartFailure } from './instance.ts';
import type { InstanceSource } from './instancePool.ts';

interface FallbackPoolOptions {
  /** Creates the pool of processes, which calls `onStart` after each attempt to start one. */
  readonly makeProcesses: (onStart: (failure: InstanceStartFailure | undefined) => void) => InstanceSource;
  readonly makeVms: () => InstanceSource;
  /** Resolves to the reason why processes cannot be measured; undefined if they can. */
  readonly meterFailure: Promise<string | undefined>;
  /** Called once, when WebAssembly takes over. `why` is one or more sentences. */
  readonly onFallback: (why: string) => void;
}

/** Number of starts that were too slow after which WebAssembly takes over. */
const slowStarts = 2;

export class FallbackPool implements InstanceSource {
  readonly #options: FallbackPoolOptions;
  readonly #processes: InstanceSource;
  #vms: InstanceSource | undefined;
  #shape: ProcessShape | undefined;
  #everReady = false;
  #slow = 0;
  #handedOut = false;
  #closed = false;

  constructor(options: FallbackPoolOptions) {
    this.#options = options;
    this.#processes = options.makeProcesses((failure) => this.#onStart(failure));
    void options.meterFailure.then((why) => {
      if (why !== undefined) this.#fallBack(`cannot measure processes: ${why}`);
    });
  }

  warm(shape: ProcessShape, runs?: number): void {
    this.#shape = shape;
    this.#current.warm(shape, runs);
  }

  expectMore(): () => void {
    return this.#current.expectMore();
  }

  async acquire(shape: ProcessShape): Promise<SandboxInstance | InstanceStartFailure> {
    this.#shape = shape;
    const source = this.#current;
    // No process is handed out before the test of the meter has ended.
    const [acquired] = await Promise.all([source.acquire(shape), this.#options.meterFailure]);
    if (source !== this.#current) return this.acquire(shape);
    if (!('message' in acquired)) this.#handedOut = true;
    return acquired;
  }

  onRunEnded(): void {
    this.#current.onRunEnded();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#processes.close(), this.#vms?.close()]);
  }

  get #current(): InstanceSource {
    return this.#vms ?? this.#processes;
  }

  #onStart(failure: InstanceStartFailure | undefined): void {
    if (failure === undefined) this.#everReady = true;
    else if (failure.kind === 'slow') this.#slow += 1;
    if (failure === undefined || this.#everReady) return;
    const isOfStarting = failure.kind === 'refused' || failure.kind === 'walls' || this.#slow >= slowStarts;
    if (isOfStarting) this.#fallBack(`no sandbox process starts. ${failure.message}`);
  }

  #fallBack(why: string): void {
    if (this.#vms !== undefined || this.#handedOut || this.#closed) return;
    this.#vms = this.#options.makeVms();
    // Closing the pool also ends the wait for a process that is starting.
    void this.#processes.close();
    this.#options.onFallback(why);
    if (this.#shape !== undefined) this.#vms.warm(this.#shape);
  }
}
