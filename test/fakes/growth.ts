// Measures how many times longer work takes for a larger input. A test asserts this ratio and no number of
// milliseconds, since the ratio is the same on a slow or busy machine. `npm run bench` measures the speed itself.
import { cpuMs } from './cpuMs.ts';

/**
 * Minimum measured time, in milliseconds. Some systems count the time of a thread in ticks of 4 ms, so the work is
 * repeated until it has taken several ticks.
 */
const measuredMs = 10;
const rounds = 2;

/**
 * Returns the processor time of one run of the work in milliseconds: the lesser of two rounds, since a garbage
 * collection may fall into one of them.
 */
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
 * Returns the ratio of the times for an input of `times` the size. `workOf` makes the input, outside of the measured
 * time, and returns the work. Linear work has a growth of about `times`, quadratic work of its square. A growth above
 * linear is measured again: the machine may be slowed down during the larger input, but quadratic work is slow every
 * time.
 */
export async function growth(
  workOf: (size: number) => () => unknown,
  size: number,
  times: number,
): Promise<number> {
  let least = Infinity;
  for (let measured = 0; measured < 3 && least > 2 * times; measured += 1) {
    const small = await leastCpuMs(workOf(size));
    least = Math.min(least, (await leastCpuMs(workOf(size * times))) / small);
  }
  return least;
}

/** Maximum growth of linear work for an input ten times as large; quadratic work is far above it. */
export const proportionalTenfold = 50;
