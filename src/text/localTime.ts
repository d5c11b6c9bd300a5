// Moments as people read them: in the zone of the machine that they run Code Mode on.

/** `2026-05-03 14:05:59` */
export function localTime(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`;
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
