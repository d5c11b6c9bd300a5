// The clock that a script reads. It stands still while a turn of the script runs and moves on when the next one begins,
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

/** `Date` that takes the present from `now`. Everything else is the language's own, the prototype too. */
export function makeDate(now: () => number): unknown {
  const Native = Date;
  const ScriptDate = function (...args: unknown[]): unknown {
    const made: unknown = new.target;
    if (typeof made !== 'function') return new Native(now()).toString();
    return Reflect.construct(Native, args.length === 0 ? [now()] : args, made);
  };
  return Object.defineProperties(ScriptDate, { ...Object.getOwnPropertyDescriptors(Native), now: { value: now } });
}

type FormatDate = (date?: Date | number) => unknown;

/** Makes `Intl.DateTimeFormat` format the present of `now` where no date is given; to be called before lockdown. */
export function giveTimeToIntl(now: () => number): void {
  const prototype = Intl.DateTimeFormat.prototype;
  const { format, formatToParts } = Object.getOwnPropertyDescriptors(prototype);
  const getFormat = format.get as (this: Intl.DateTimeFormat) => FormatDate;
  const toParts = formatToParts.value as FormatDate;
  // The standard gives the same function each time.
  const formats = new WeakMap<FormatDate, FormatDate>();
  Object.defineProperties(prototype, {
    format: {
      get(this: Intl.DateTimeFormat) {
        const native = getFormat.call(this);
        const known = formats.get(native) ?? ((date = now()) => native(date));
        formats.set(native, known);
        return known;
      },
    },
    formatToParts: {
      value(this: Intl.DateTimeFormat, date: Date | number = now()) {
        return toParts.call(this, date);
      },
    },
  });
}
