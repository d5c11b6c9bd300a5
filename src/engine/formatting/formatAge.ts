// Writes the time since a moment in a single unit, for people and models.

const units = [
  [24 * 60 * 60_000, 'd'],
  [60 * 60_000, 'h'],
  [60_000, 'min'],
] as const;

/** Returns a text such as `3 h ago`; `just now` for less than a minute and for a time in the future. */
export function formatAge(at: number, now = Date.now()): string {
  const unit = units.find(([ms]) => now - at >= ms);
  return unit ? `${Math.floor((now - at) / unit[0])} ${unit[1]} ago` : 'just now';
}
