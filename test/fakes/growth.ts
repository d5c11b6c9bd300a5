// How much longer work takes for a larger input. A test asserts this ratio and no number of milliseconds: the ratio is the same on a slow or
// busy machine. Speed itself is measured by `npm run bench`.
import { cpuMs } from './cpuMs.ts';

/** Some systems count a thread's time in ticks of 4 ms: work is repeated until it has taken several of them. */
const measuredMs = 10;
const rounds = 2;

/** The processor time of one run of the work, in milliseconds: the least of two rounds, since a garbage collection may fall into one. */
export async function leastCpuMs(work: () => unknown): Promise<number> {
  await work();
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    let runs = 0;
    let took = 0;
    for (let more = 1; took < measuredMs; more *= 2) {
      took += await cpuMs(async () => {
        for (let run = 0; run < more; run += 1) await work();
      });
      runs += more;
    }
    least = Math.min(least, took / runs);
  }
  return least;
}

/**
 * How many times as long the work takes for an input of `times` the size. `workOf` makes the input, outside of the clock, and returns the work.
 * Linear work has a growth of about `times`, quadratic work of its square. Where it seems more than linear it is measured again: a machine may be
 * slowed down while the larger input is worked on, and what is quadratic is so each time.
 */
export async function growth(workOf: (size: number) => () => unknown, size: number, times: number): Promise<number> {
  let least = Infinity;
  for (let measured = 0; measured < 3 && least > 2 * times; measured += 1) {
    const small = await leastCpuMs(workOf(size));
    least = Math.min(least, (await leastCpuMs(workOf(size * times))) / small);
  }
  return least;
}

/** Work in proportion to its input stays below this growth, and quadratic work far above it, where the input is ten times as large. */
export const proportionalTenfold = 50;
