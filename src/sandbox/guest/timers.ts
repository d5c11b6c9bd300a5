// `setTimeout` and its kin for scripts: counted, so that it is known when nothing is pending any more, and with every
// callback's fault caught.
import type { Powers } from './powers.ts';

export interface TimerOptions {
  readonly powers: Powers;
  /** Runs a piece of the script in a turn of its own, and deals with what it throws. */
  readonly enter: (work: () => void) => void;
}

/** The longest delay that Node's timers know; longer ones would fire at once. */
const maxDelayMs = 2_147_483_647;

type Callback = (...args: unknown[]) => void;

export class Timers {
  readonly #options: TimerOptions;
  readonly #running = new Map<number, unknown>();
  #last = 0;

  constructor(options: TimerOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#running.size;
  }

  /** The timer functions as a script sees them; handles are numbers. */
  globals() {
    const clear = (handle: unknown) => this.#clear(handle);
    return {
      setTimeout: (callback: unknown, ms?: unknown, ...args: unknown[]) => this.#start(asCallback(callback, 'setTimeout'), ms, args, false),
      setInterval: (callback: unknown, ms?: unknown, ...args: unknown[]) =>
        this.#start(asCallback(callback, 'setInterval'), ms, args, true),
      clearTimeout: clear,
      clearInterval: clear,
    };
  }

  #start(callback: Callback, ms: unknown, args: readonly unknown[], repeat: boolean): number {
    this.#last += 1;
    const handle = this.#last;
    const delay = Math.min(maxDelayMs, Math.max(1, Number(ms) || 1));
    const fire = () => {
      if (repeat) this.#running.set(handle, this.#options.powers.setTimeout(fire, delay));
      else this.#running.delete(handle);
      this.#options.enter(() => callback(...args));
    };
    this.#running.set(handle, this.#options.powers.setTimeout(fire, delay));
    return handle;
  }

  #clear(handle: unknown): void {
    if (typeof handle !== 'number') return;
    const timer = this.#running.get(handle);
    if (timer !== undefined) this.#options.powers.clearTimeout(timer);
    this.#running.delete(handle);
  }
}

export function asCallback(value: unknown, where: string): Callback {
  if (typeof value !== 'function') throw new TypeError(`${where} takes a function as its first argument`);
  return value as Callback;
}
