// What the sandbox thread says of itself, kept by the host: who asks gets the latest, and what one thread has settled about
// the engine counts for the next, so that a window does not change its mind.
import type { EngineChoice, OsConfinementMode, SandboxStatus } from './sandboxPort.ts';

interface StatusOptions {
  readonly engine?: EngineChoice;
  readonly osConfinement?: OsConfinementMode;
  readonly onFallback?: (why: string) => void;
}

export class StatusRequests {
  readonly #onFallback: (why: string) => void;
  readonly #waiting = new Map<number, (status: SandboxStatus) => void>();
  #lastRequest = 0;
  #latest: SandboxStatus;
  #settled: EngineChoice;

  constructor({ engine = 'auto', osConfinement = 'auto', onFallback = () => undefined }: StatusOptions) {
    this.#onFallback = onFallback;
    this.#settled = engine;
    const wall = { mode: osConfinement, state: osConfinement === 'off' ? ('off' as const) : ('untried' as const) };
    this.#latest = { choice: engine, engine: engine === 'wasm' ? 'wasm' : 'process', ready: false, osConfinement: wall };
  }

  get latest(): SandboxStatus {
    return this.#latest;
  }

  /** What the next thread is started with. */
  get engine(): EngineChoice {
    return this.#settled;
  }

  /** `send` asks the thread with that number. */
  ask(send: (request: number) => void): Promise<SandboxStatus> {
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    const { promise, resolve } = Promise.withResolvers<SandboxStatus>();
    this.#waiting.set(request, resolve);
    send(request);
    return promise;
  }

  onStatus(status: SandboxStatus, request: number | undefined): void {
    const { choice, fallback } = this.#latest;
    // A later thread is given an engine, and not why.
    this.#latest = { ...status, choice, ...(fallback !== undefined && { fallback }) };
    if (status.fallback !== undefined && fallback === undefined) this.#onFallback(status.fallback);
    if (status.ready || status.fallback !== undefined) this.#settled = status.engine;
    if (request === undefined) return;
    this.#waiting.get(request)?.(this.#latest);
    this.#waiting.delete(request);
  }

  /** Whoever waits for an answer of this thread gets what is known. */
  onGone(reason: string): void {
    for (const resolve of this.#waiting.values()) resolve({ ...this.#latest, unavailable: this.#latest.unavailable ?? reason });
    this.#waiting.clear();
  }
}
