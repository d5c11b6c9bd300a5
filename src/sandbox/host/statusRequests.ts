// The host's copy of the sandbox status. A request gets the latest status. The engine that one thread has settled on is
// kept for the next thread, so that the engine does not change while a window is open.
import {
  statusAtFirst,
  type EngineChoice,
  type SandboxStatus,
  type SupervisorOptions,
} from '../protocol/sandboxOptions.ts';

interface StatusOptions extends Partial<Pick<SupervisorOptions, 'engine' | 'osConfinement'>> {
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
    this.#latest = statusAtFirst(engine, osConfinement);
  }

  get latest(): SandboxStatus {
    return this.#latest;
  }

  /** The engine choice with which the next thread starts. */
  get engine(): EngineChoice {
    return this.#settled;
  }

  /** Requests the status. `send` sends the request with its number to the thread. */
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
    // A later thread is started with a fixed engine and does not know the reason for it, so the first choice and reason
    // are kept.
    this.#latest = { ...status, choice, ...(fallback !== undefined && { fallback }) };
    if (status.fallback !== undefined && fallback === undefined) this.#onFallback(status.fallback);
    if (status.ready || status.fallback !== undefined) this.#settled = status.engine;
    if (request === undefined) return;
    this.#waiting.get(request)?.(this.#latest);
    this.#waiting.delete(request);
  }

  /** Answers every pending request with the latest status, because the thread is gone. */
  onGone(reason: string): void {
    for (const resolve of this.#waiting.values())
      resolve({ ...this.#latest, unavailable: this.#latest.unavailable ?? reason });
    this.#waiting.clear();
  }
}
