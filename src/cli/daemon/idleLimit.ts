export const minuteMs = 60_000;
const defaultMinutes = 10;
/** Maximum delay of a timer of Node, in milliseconds. */
const mostMs = 2 ** 31 - 1;

/** Returns the time for which an unused server is kept, in milliseconds, from `CODE_MODE_KEEP_MINUTES`. */
export function idleLimitMs(env: NodeJS.ProcessEnv): number {
  const minutes = Number(env['CODE_MODE_KEEP_MINUTES'] ?? defaultMinutes);
  return Math.min((minutes > 0 ? minutes : defaultMinutes) * minuteMs, mostMs);
}
