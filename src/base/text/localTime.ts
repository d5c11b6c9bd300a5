// Moments as people read them: in the zone of the machine that they run Code Mode on.

/** `2026-05-03` */
export function localDay(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
}

/** `14:05:59` */
export function localClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** `2026-05-03 14:05:59` */
export function localTime(at: number): string {
  return `${localDay(at)} ${localClock(at)}`;
}

/** The same for whoever may be elsewhere, as a model: `2026-05-03 14:05:59 (UTC+02:00)` */
export function localTimeWithZone(at: number): string {
  const east = -new Date(at).getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60];
  return `${localTime(at)} (UTC${east < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)})`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
