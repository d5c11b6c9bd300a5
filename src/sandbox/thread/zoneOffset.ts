// The clock of a time zone, for an engine that knows none: asked for each moment, since zones change theirs.

/** The last moment that a `Date` can hold, in seconds since the epoch. */
const lastSecond = 8_640_000_000_000;

/** Gives the minutes west of UTC at a moment in seconds since the epoch, as `Date.prototype.getTimezoneOffset` counts them. */
export function zoneOffset(timeZone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (seconds) => {
    const moment = Math.max(-lastSecond, Math.min(lastSecond, seconds)) * 1000;
    const name = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '';
    // `GMT`, `GMT+05:30`, and of times long past `GMT-00:25:21`.
    const match = /^GMT([+-])(\d+):(\d+)/.exec(name);
    if (!match) return 0;
    const minutes = Number(match[2]) * 60 + Number(match[3]);
    return match[1] === '+' ? 0 - minutes : minutes;
  };
}
