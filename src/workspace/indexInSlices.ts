// Finds a text within a text without holding the host. The engine takes the product of both lengths if both repeat
// themselves, which is half a minute for a file of the largest size.
import type { TimeSlice } from '../base/timeSlice.ts';

/** Number of places that are tried at a time. */
const PLACES = 4_000;

/** Returns the offset of `part` in `text` from `start` on; -1 if there is none. */
export async function indexInSlices(
  text: string,
  part: string,
  start: number,
  slice: TimeSlice,
): Promise<number> {
  for (let at = start; at + part.length <= text.length; at += PLACES) {
    const found = text.slice(at, at + PLACES + part.length - 1).indexOf(part);
    if (found >= 0) return at + found;
    await slice.yieldIfOver();
  }
  return -1;
}
