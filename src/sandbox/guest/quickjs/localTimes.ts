// Makes the engine read local times as the language standard does. The engine asks for the time zone's offset at a
// local time as if that time were UTC, which is wrong for some hours before or after a clock change. The functions here
// make the engine ask at local times, or pass UTC to it.
import { disguised } from '../clock.ts';
import type { Host } from './host.ts';

const msPerMinute = 60_000;

const parts = ['Milliseconds', 'Seconds', 'Minutes', 'Hours', 'Date', 'Month', 'FullYear'] as const;
type PartValues = [value: number, ...smaller: [number?, number?, number?]];

/**
 * Replaces `Date.parse` and the setters in place, and returns the function that converts the arguments of `new
 * Date(...)`.
 */
export function mendLocalTimes(
  host: Pick<Host, 'askForLocalTimes'>,
): (args: readonly unknown[]) => readonly unknown[] {
  const Native = Date;
  const { prototype } = Native;
  const [parse, utc] = [Native.parse.bind(Native), Native.UTC.bind(Native)];

  const atLocalTimes = (work: () => number): number => {
    host.askForLocalTimes(true);
    try {
      return work();
    } finally {
      host.askForLocalTimes(false);
    }
  };
  const momentOf = (local: number): number =>
    local + atLocalTimes(() => new Native(local).getTimezoneOffset()) * msPerMinute;
  const mend = (holder: object, name: string, mended: object) =>
    Object.defineProperty(holder, name, { value: disguised(mended, Reflect.get(holder, name) as object) });

  const parseLocal = (text: unknown): number => {
    // Converting the argument can run code of the script that uses `Date`, so the conversion comes first.
    const given = String(text);
    return atLocalTimes(() => parse(given));
  };
  mend(Native, 'parse', parseLocal);
  for (const part of parts) {
    mend(prototype, `set${part}`, function (this: Date, ...args: PartValues): number {
      const shown = new Native(
        prototype.getTime.call(this) - prototype.getTimezoneOffset.call(this) * msPerMinute,
      );
      shown[`setUTC${part}`](...args);
      return prototype.setTime.call(this, momentOf(shown.getTime()));
    });
  }
  mend(prototype, 'setYear', function (this: Date, year: unknown): number {
    const number = Math.trunc(Number(year));
    return prototype.setFullYear.call(this, number >= 0 && number <= 99 ? 1_900 + number : number);
  });

  return (args) => {
    if (args.length > 1) return [momentOf(utc(...(args as PartValues)))];
    return typeof args[0] === 'string' ? [parseLocal(args[0])] : args;
  };
}
