// The frame of a soak: much work in this process, a sample of the process after each part of it, and the measure that
// grew. The heap is only collected under `node --expose-gc`.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface SoakSample {
  /** Number of pieces of work so far. */
  readonly done: number;
  /** Heap after a garbage collection, in MB. */
  readonly heapMb: number;
  /** Resident memory of the process with its threads, in MB. */
  readonly residentMb: number;
  /** Number of open files, pipes and sockets. */
  readonly descriptors: number;
  /** Number of resources that keep the event loop alive. */
  readonly resources: number;
  /** Number of processes that this one has started. */
  readonly processes: number;
  /** Number of pieces of work that ended in an unexpected way. */
  readonly wrong: number;
}

interface SoakWork<More> {
  readonly total: number;
  readonly atOnce: number;
  readonly parts: number;
  /** Does one piece of work. Resolves to false if it ended in an unexpected way. */
  readonly one: (index: number) => Promise<boolean>;
  readonly processes: () => number;
  /** Called before each sample; returns further measures. */
  readonly measure: () => More | Promise<More>;
}

/** Does the work and prints a sample after each part of it. */
export async function soak<More extends object>({
  total,
  atOnce,
  parts,
  one,
  processes,
  measure,
}: SoakWork<More>): Promise<readonly (SoakSample & More)[]> {
  const samples: (SoakSample & More)[] = [];
  let next = 0;
  let wrong = 0;
  const worker = async (end: number) => {
    while (next < end) if (!(await one(next++))) wrong += 1;
  };
  for (let done = 0; done < total;) {
    done = Math.min(total, done + Math.ceil(total / parts));
    await Promise.all(Array.from({ length: atOnce }, () => worker(done)));
    const more = await measure();
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    const sample = {
      done,
      heapMb: Math.round(heapUsed / 104_857.6) / 10,
      residentMb: Math.round(rss / 1_048_576),
      descriptors: readdirSync('/proc/self/fd').length,
      resources: process.getActiveResourcesInfo().length,
      processes: processes(),
      wrong,
      ...more,
    };
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
  return samples;
}

const measures = ['heapMb', 'residentMb', 'descriptors', 'resources', 'processes'] as const;

/**
 * Returns the measure that grew by more than `most` in the second half, when every kind of work has occurred several
 * times; undefined if none grew.
 */
export function growth(
  samples: readonly SoakSample[],
  most: Readonly<Record<(typeof measures)[number], number>>,
): string | undefined {
  const first = samples[Math.floor(samples.length / 2)];
  const last = samples.at(-1);
  if (!first || !last) return 'there are no samples';
  if (last.wrong > 0) return `${last.wrong} did not end as they must`;
  const grown = measures.find((what) => last[what] - first[what] > most[what]);
  return grown && `${grown} grew from ${first[grown]} to ${last[grown]}`;
}

/** Reads `--<what>` and `--at-once` from the command line. */
export function soakSize(what: string, total: number, atOnce: number) {
  const { values } = parseArgs({
    options: {
      [what]: { type: 'string', default: String(total) },
      'at-once': { type: 'string', default: String(atOnce) },
    },
  });
  return { total: Number(values[what]), atOnce: Number(values['at-once']) };
}

/** Prints the measure that grew, or `flat`, which exits with 0. */
export function conclude(grown: string | undefined): void {
  console.log(grown ?? 'flat');
  process.exitCode = grown === undefined ? 0 : 1;
}
