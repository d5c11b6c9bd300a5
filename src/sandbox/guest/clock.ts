// The clock that a script reads. The clock stands still during a tick of the script and advances when the next tick
// begins. A replay can therefore give a recorded run the same times again, and a script cannot measure how long its
// code takes.

export class ScriptClock {
  #startedAt = 0;
  #elapsed = 0;

  /** Starts the clock. `startedAt` is in milliseconds since the epoch. */
  start(startedAt: number): void {
    this.#startedAt = startedAt;
  }

  /** Advances the clock to `elapsed` milliseconds after the start of the script. */
  set(elapsed: number): void {
    this.#elapsed = elapsed;
  }

  /** Returns the milliseconds since the start of the script. */
  readonly elapsed = (): number => this.#elapsed;

  /** Returns the milliseconds since the epoch. */
  readonly now = (): number => Math.floor(this.#startedAt + this.#elapsed);
}

/** Rounds to tenths of a millisecond: finer than a script needs, and too coarse for timing attacks on the processor. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Gives `wrapper` the name and the number of parameters of `native`. */
export function disguised<Callable extends object>(wrapper: Callable, native: object): Callable {
  return Object.defineProperties(wrapper, Object.getOwnPropertyDescriptors(native));
}

/**
 * Creates a `Date` class that takes the current time from `now`. Everything else, including the prototype, is the
 * native class's. `mended` converts constructor arguments that the engine would misread.
 */
export function makeDate(now: () => number, mended = (args: readonly unknown[]) => args): unknown {
  const Native = Date;
  const ScriptDate = function (...args: unknown[]): unknown {
    const made: unknown = new.target;
    if (typeof made !== 'function') return new Native(now()).toString();
    return Reflect.construct(Native, args.length === 0 ? [now()] : mended(args), made);
  };
  return Object.defineProperty(disguised(ScriptDate, Native), 'now', { value: now });
}

type FormatDate = (date?: Date | number) => unknown;

/**
 * Makes `Intl.DateTimeFormat` format the time of `now` when a script passes no date. Must be called before lockdown.
 */
export function giveTimeToIntl(now: () => number): void {
  const { prototype } = Intl.DateTimeFormat;
  const { format, formatToParts } = Object.getOwnPropertyDescriptors(prototype);
  const getFormat = format.get as (this: Intl.DateTimeFormat) => FormatDate;
  const toParts = formatToParts.value as FormatDate;
  // The standard requires that the getter `format` returns the same function each time.
  const formats = new WeakMap<FormatDate, FormatDate>();
  const timedFormat = function (this: Intl.DateTimeFormat): FormatDate {
    const native = getFormat.call(this);
    const known = formats.get(native) ?? disguised((date = now()) => native(date), native);
    formats.set(native, known);
    return known;
  };
  const timedParts = function (this: Intl.DateTimeFormat, date: Date | number = now()): unknown {
    return toParts.call(this, date);
  };
  Object.defineProperties(prototype, {
    format: { get: disguised(timedFormat, getFormat) },
    formatToParts: { value: disguised(timedParts, toParts) },
  });
}
