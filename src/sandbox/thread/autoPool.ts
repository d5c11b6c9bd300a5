// `codeMode.sandbox.engine: auto`. Scripts run in processes; in machines of WebAssembly only where no process can be had:
// none was ever ready and the failure is one of starting, or processes cannot be measured. Never after a script ran in one.
import type { ProcessShape } from './commandLine.ts';
import type { Isolate, StartFailure } from './isolate.ts';
import type { IsolateSource } from './processPool.ts';

export interface AutoPoolOptions {
  /** Takes what hears how each start went. */
  readonly makeProcesses: (onStart: (failure: StartFailure | undefined) => void) => IsolateSource;
  readonly makeMachines: () => IsolateSource;
  /** Why processes cannot be measured; undefined when they can. */
  readonly meterFailure: Promise<string | undefined>;
  /** Machines take over, once; `why` is one sentence. */
  readonly onFallback: (why: string) => void;
}

/** So many starts that were not ready in time are no coincidence. */
const slowStarts = 2;

export class AutoPool implements IsolateSource {
  readonly #options: AutoPoolOptions;
  readonly #processes: IsolateSource;
  #machines: IsolateSource | undefined;
  #shape: ProcessShape | undefined;
  #everReady = false;
  #slow = 0;
  #handedOut = false;
  #closed = false;

  constructor(options: AutoPoolOptions) {
    this.#options = options;
    this.#processes = options.makeProcesses((failure) => this.#onStart(failure));
    void options.meterFailure.then((why) => {
      if (why !== undefined) this.#fallBack(`processes cannot be measured: ${why}`);
    });
  }

  warm(shape: ProcessShape): void {
    this.#shape = shape;
    this.#current.warm(shape);
  }

  async acquire(shape: ProcessShape): Promise<Isolate | StartFailure> {
    this.#shape = shape;
    const source = this.#current;
    // Nothing is handed out before it is known whether it can be measured.
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
    await Promise.all([this.#processes.close(), this.#machines?.close()]);
  }

  get #current(): IsolateSource {
    return this.#machines ?? this.#processes;
  }

  #onStart(failure: StartFailure | undefined): void {
    if (failure === undefined) this.#everReady = true;
    else if (failure.kind === 'slow') this.#slow += 1;
    if (failure === undefined || this.#everReady) return;
    const isOfStarting = failure.kind === 'refused' || failure.kind === 'walls' || this.#slow >= slowStarts;
    if (isOfStarting) this.#fallBack(`no sandbox process could be started. ${failure.message}`);
  }

  #fallBack(why: string): void {
    if (this.#machines !== undefined || this.#handedOut || this.#closed) return;
    this.#machines = this.#options.makeMachines();
    // Also ends the waiting for a process that is starting.
    void this.#processes.close();
    this.#options.onFallback(why);
    if (this.#shape !== undefined) this.#machines.warm(this.#shape);
  }
}
