// The clock of a time zone, for an engine that knows none: asked for each moment or local time, since zones change theirs.

/** The last moment that a `Date` can hold, in seconds since the epoch. */
const lastSecond = 8_640_000_000_000;
const secondsPerDay = 86_400;

/** Minutes west of UTC, as `Date.prototype.getTimezoneOffset` counts them, at so many seconds since the epoch. */
type ZoneOffset = (seconds: number) => number;

/** By moments. */
export function zoneOffset(timeZone: string): ZoneOffset {
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

/**
 * By local times, counted as if they were UTC. Of a time that comes twice it is the first; one that is skipped is counted on
 * from before (ECMA-262, `UTC(t)`).
 */
export function localOffset(offsetAt: ZoneOffset): ZoneOffset {
  return (seconds) => {
    // No zone is a day ahead, nor changes its clock twice within two.
    const [before, after] = [offsetAt(seconds - secondsPerDay), offsetAt(seconds + secondsPerDay)];
    const isLater = before !== after && offsetAt(seconds + before * 60) !== before && offsetAt(seconds + after * 60) === after;
    return isLater ? after : before;
  };
}
