// `AbortController` and `AbortSignal` for scripts. Scripts do not get Node's own classes, because the prototypes of
// those lead to Node's internals.

type Listener = (event: { readonly type: 'abort'; readonly target: unknown }) => void;

function abortError(name: string, message: string): Error {
  const error = new Error(message);
  Object.defineProperty(error, 'name', { value: name, writable: true, configurable: true });
  return error;
}

/** Key of the method that aborts a signal. */
const abort = Symbol('abort');

class AbortSignal {
  #aborted = false;
  #reason: unknown;
  readonly #listeners = new Set<Listener>();
  onabort: Listener | null = null;

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    // The standard throws whatever reason was given.
    if (this.#aborted) throw this.#reason;
  }

  /** A signal aborts only once, so the listener option `once` changes nothing and is ignored. */
  addEventListener(type: string, listener: Listener): void {
    if (type === 'abort' && typeof listener === 'function') this.#listeners.add(listener);
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.#listeners.delete(listener);
  }

  [abort](reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason === undefined ? abortError('AbortError', 'This operation was aborted') : reason;
    const event = { type: 'abort', target: this } as const;
    this.onabort?.(event);
    for (const listener of this.#listeners) listener(event);
    this.#listeners.clear();
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal();
    signal[abort](reason);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const all = new AbortSignal();
    for (const signal of signals) {
      if (signal.aborted) all[abort](signal.reason);
      else signal.addEventListener('abort', () => all[abort](signal.reason));
    }
    return all;
  }
}

class AbortController {
  readonly signal = new AbortSignal();

  abort(reason?: unknown): void {
    this.signal[abort](reason);
  }
}

/** `later` is the `setTimeout` of the script, which `AbortSignal.timeout` needs. */
export function makeAbortClasses(later: (work: () => void, ms: number) => unknown) {
  const timeout = (ms: number): AbortSignal => {
    const signal = new AbortSignal();
    // The error is created here, so that its stack shows the line that called `AbortSignal.timeout`.
    const reason = abortError('TimeoutError', 'The operation was aborted due to timeout');
    later(() => signal[abort](reason), ms);
    return signal;
  };
  Object.defineProperty(AbortSignal, 'timeout', { value: timeout, writable: true, configurable: true });
  return { AbortController, AbortSignal };
}
