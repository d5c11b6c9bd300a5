// Moments as people read them, in the time zone of the machine on which Code Mode runs.

/** The local date: `2026-05-03` */
export function localDay(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
}

/** The local time of day: `14:05:59` */
export function localClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** The local date and time: `2026-05-03 14:05:59` */
export function localTime(at: number): string {
  return `${localDay(at)} ${localClock(at)}`;
}

/** The local date and time for a reader who may be elsewhere, such as a model: `2026-05-03 14:05:59 (UTC+02:00)` */
export function localTimeWithZone(at: number): string {
  const east = -new Date(at).getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60];
  return `${localTime(at)} (UTC${east < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)})`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
