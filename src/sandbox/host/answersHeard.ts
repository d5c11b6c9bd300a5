// What a run's ticks say of its calls.
import type { Tick } from './sandboxPort.ts';

/**
 * The calls whose answers the script has heard. In a replay that stops no other answer may be given: it would let out a call that waited for its
 * turn at a server, of which the recording knows nothing.
 */
export function answersHeard(ticks: readonly Tick[]): ReadonlySet<number> {
  const heard = new Set<number>();
  for (const [, ...begunBy] of ticks) for (const number of begunBy) if (number > 0) heard.add(number);
  return heard;
}
