// `codeMode.sandbox.engine: auto`. Scripts run in processes; in vms of WebAssembly only where no process can be had:
// none was ever ready and the failure is one of starting, or processes cannot be measured. Never after a script ran in one.
import type { ProcessShape } from './commandLine.ts';
import type { SandboxInstance, StartFailure } from './instance.ts';
import type { InstanceSource } from './instancePool.ts';

interface FallbackPoolOptions {
  /** Takes what hears how each start went. */
  readonly makeProcesses: (onStart: (failure: StartFailure | undefined) => void) => InstanceSource;
  readonly makeVms: () => InstanceSource;
  /** Why processes cannot be measured; undefined when they can. */
  readonly meterFailure: Promise<string | undefined>;
  /** Machines take over, once; `why` is one sentence. */
  readonly onFallback: (why: string) => void;
}

/** So many starts that were not ready in time are no coincidence. */
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

  async acquire(shape: ProcessShape): Promise<SandboxInstance | StartFailure> {
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
    await Promise.all([this.#processes.close(), this.#vms?.close()]);
  }

  get #current(): InstanceSource {
    return this.#vms ?? this.#processes;
  }

  #onStart(failure: StartFailure | undefined): void {
    if (failure === undefined) this.#everReady = true;
    else if (failure.kind === 'slow') this.#slow += 1;
    if (failure === undefined || this.#everReady) return;
    const isOfStarting = failure.kind === 'refused' || failure.kind === 'walls' || this.#slow >= slowStarts;
    if (isOfStarting) this.#fallBack(`no sandbox process starts. ${failure.message}`);
  }

  #fallBack(why: string): void {
    if (this.#vms !== undefined || this.#handedOut || this.#closed) return;
    this.#vms = this.#options.makeVms();
    // Also ends the waiting for a process that is starting.
    void this.#processes.close();
    this.#options.onFallback(why);
    if (this.#shape !== undefined) this.#vms.warm(this.#shape);
  }
}
