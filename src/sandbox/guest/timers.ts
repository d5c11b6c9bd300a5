// The timer functions of scripts. The guest counts the active timers, so that it knows when nothing is pending any
// more.
import type { Schedule } from './schedule.ts';

/** Maximum delay of Node's timers, in milliseconds. Node fires a timer with a longer delay at once. */
const maxDelayMs = 2_147_483_647;

type Callback = (...args: unknown[]) => void;

export class Timers {
  readonly #schedule: Schedule;
  readonly #running = new Set<number>();
  #last = 0;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  get pending(): number {
    return this.#running.size;
  }

  /** Returns the timer functions that a script sees. Their handles are numbers. */
  globals() {
    const clear = (handle: unknown) => this.#clear(handle);
    return {
      setTimeout: (callback: unknown, ms?: unknown, ...args: unknown[]) =>
        this.#start(asCallback(callback, 'setTimeout'), ms, args, false),
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
      if (repeat) this.#schedule.startTimer(handle, delay, fire);
      else this.#running.delete(handle);
      callback(...args);
    };
    this.#running.add(handle);
    this.#schedule.startTimer(handle, delay, fire);
    return handle;
  }

  #clear(handle: unknown): void {
    if (typeof handle !== 'number' || !this.#running.delete(handle)) return;
    this.#schedule.clearTimer(handle);
  }
}

export function asCallback(value: unknown, where: string): Callback {
  if (typeof value !== 'function') throw new TypeError(`${where} takes a function first`);
  return value as Callback;
}
