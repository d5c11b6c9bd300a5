// Reads from the ticks of a run which calls were answered.
import type { Tick } from './sandboxPort.ts';

/**
 * Returns the calls whose answers the script received. A replay that stops at the end of its recording may give no
 * other answer: another answer would free a server's slot and send a queued call that the recording does not contain.
 */
export function answersHeard(ticks: readonly Tick[]): ReadonlySet<number> {
  const heard = new Set<number>();
  for (const [, ...begunBy] of ticks) for (const number of begunBy) if (number > 0) heard.add(number);
  return heard;
}
