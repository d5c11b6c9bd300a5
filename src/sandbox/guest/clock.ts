// The clock that a script reads. It stands still while a tick of the script runs and moves on when the next one begins,
// so that a recorded run can be given the same times again, and code cannot be timed with it.

export class ScriptClock {
  #startedAt = 0;
  #elapsed = 0;

  /** `startedAt` in milliseconds since the epoch. */
  start(startedAt: number): void {
    this.#startedAt = startedAt;
    this.#elapsed = 0;
  }

  /** Moves on to so many milliseconds after the start. */
  set(elapsed: number): void {
    this.#elapsed = elapsed;
  }

  /** Milliseconds since the start of the script. */
  readonly elapsed = (): number => this.#elapsed;

  /** Milliseconds since the epoch. */
  readonly now = (): number => Math.floor(this.#startedAt + this.#elapsed);
}

/** To tenths of a millisecond: finer than a script needs, too coarse to tell what the processor does. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** `wrapper` with the name and the number of parameters that `native` has. */
export function disguised<Callable extends object>(wrapper: Callable, native: object): Callable {
  return Object.defineProperties(wrapper, Object.getOwnPropertyDescriptors(native));
}

/**
 * `Date` that takes the present from `now`. Everything else is the language's own, the prototype too. `mended` puts arguments
 * into a form that the engine reads rightly.
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

/** Makes `Intl.DateTimeFormat` format the present of `now` where no date is given; to be called before lockdown. */
export function giveTimeToIntl(now: () => number): void {
  const { prototype } = Intl.DateTimeFormat;
  const { format, formatToParts } = Object.getOwnPropertyDescriptors(prototype);
  const getFormat = format.get as (this: Intl.DateTimeFormat) => FormatDate;
  const toParts = formatToParts.value as FormatDate;
  // The standard gives the same function each time.
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
