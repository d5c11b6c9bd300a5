export const minuteMs = 60_000;
const defaultMinutes = 10;
/** The longest time that a timer can have. */
const mostMs = 2 ** 31 - 1;

/** Milliseconds that a server is kept without use, as `CODE_MODE_KEEP_MINUTES` says. */
export function idleLimitMs(env: NodeJS.ProcessEnv): number {
  const minutes = Number(env['CODE_MODE_KEEP_MINUTES'] ?? defaultMinutes);
  return Math.min((minutes > 0 ? minutes : defaultMinutes) * minuteMs, mostMs);
}
