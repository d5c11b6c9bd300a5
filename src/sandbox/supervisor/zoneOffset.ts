// The offsets of a time zone, for an engine without time zone data. The engine asks for the offset at each moment or
// local time, because offsets change over time.

/** The last moment that a `Date` can represent, in seconds since the epoch. */
const lastSecond = 8_640_000_000_000;
const secondsPerDay = 86_400;

/**
 * Returns minutes west of UTC, as `Date.prototype.getTimezoneOffset` counts them, for a time in seconds since the
 * epoch.
 */
type ZoneOffset = (seconds: number) => number;

/** Creates the function for moments. */
export function zoneOffset(timeZone: string): ZoneOffset {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (seconds) => {
    const moment = Math.max(-lastSecond, Math.min(lastSecond, seconds)) * 1000;
    const name = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '';
    // The name is `GMT`, `GMT+05:30`, or for historical times `GMT-00:25:21`.
    const match = /^GMT([+-])(\d+):(\d+)/.exec(name);
    if (!match) return 0;
    const minutes = Number(match[2]) * 60 + Number(match[3]);
    return match[1] === '+' ? 0 - minutes : minutes;
  };
}

/**
 * Creates the function for local times, counted as if they were UTC. A local time that occurs twice has the offset of
 * its first occurrence. A local time that the clocks skip has the offset from before the change (ECMA-262, `UTC(t)`).
 */
export function localOffset(offsetAt: ZoneOffset): ZoneOffset {
  return (seconds) => {
    // No time zone is a day ahead of UTC or changes its offset twice within two days.
    const [before, after] = [offsetAt(seconds - secondsPerDay), offsetAt(seconds + secondsPerDay)];
    const isLater =
      before !== after &&
      offsetAt(seconds + before * 60) !== before &&
      offsetAt(seconds + after * 60) === after;
    return isLater ? after : before;
  };
}
