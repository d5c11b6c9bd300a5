// Makes many runs with faults in one host: memory, handles and processes must not grow. `node --expose-gc
// test/sandbox/soak.ts --runs 5000` prints a line for each twentieth of the runs, and exits with 1 if something grew.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { sandboxProcesses } from './sandboxProcesses.ts';
import { RecordingHandlers, makeSandbox, run } from './sandboxBed.ts';

export interface SoakSample {
  readonly runs: number;
  /** Memory of the host's heap after a collection, in MB. */
  readonly heapMb: number;
  /** Resident memory of the host with its threads, in MB. */
  readonly residentMb: number;
  /** Open files, pipes and sockets of the host. */
  readonly descriptors: number;
  /** Number of resources that keep the host's event loop alive. */
  readonly resources: number;
  readonly processes: number;
  /** Number of runs that ended in an unexpected way. */
  readonly wrong: number;
}

export interface SoakScript {
  readonly body: string;
  readonly code: string;
  readonly limits?: Partial<SandboxLimits>;
}

export const fine: SoakScript = {
  body: 'const list = await Promise.all([1, 2, 3].map((n) => tools.geo.getCity({ n })));\nconsole.log(list.length);\nreturn list;',
  code: 'ok',
};
export const faults: readonly SoakScript[] = [
  { body: 'throw new Error("x");', code: 'script_error' },
  { body: 'for (;;);', code: 'cpu_limit', limits: { cpuMs: 150 } },
  { body: 'const all = []; for (;;) all.push([1, 2, 3]);', code: 'memory_limit', limits: { heapMb: 48 } },
  { body: 'await new Promise(() => {});', code: 'pending_forever' },
  {
    body: 'await new Promise((resolve) => setTimeout(resolve, 60000));',
    code: 'timeout',
    limits: { wallMs: 200 },
  },
  { body: 'for (;;) console.log("x".repeat(1000));', code: 'log_limit' },
  { body: 'for (;;) tools.geo.getCity({}).catch(() => {});', code: 'call_limit' },
  { body: 'return "x".repeat(2e6);', code: 'result_limit' },
];
const sampleEvery = 20;

/** Runs `runs` scripts, `atOnce` at a time, every tenth with a fault; takes a sample at each twentieth of the way. */
export async function soak(
  runs: number,
  atOnce: number,
  onSample: (sample: SoakSample) => void,
): Promise<readonly SoakSample[]> {
  const sandbox = makeSandbox();
  const samples: SoakSample[] = [];
  let wrong = 0;
  const one = async (index: number) => {
    const { body, code, limits } =
      (index % 10 === 9 ? faults[Math.floor(index / 10) % faults.length] : undefined) ?? fine;
    const outcome = await run(sandbox, body, {
      handlers: new RecordingHandlers(),
      ...(limits && { limits }),
    });
    if ((outcome.ok ? 'ok' : outcome.failure.code) !== code) wrong += 1;
  };
  const perSample = Math.ceil(runs / sampleEvery);
  for (let start = 0; start < runs; start += perSample) {
    const end = Math.min(runs, start + perSample);
    let next = start;
    const worker = async () => {
      while (next < end) await one((next += 1) - 1);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    globalThis.gc?.();
    const sample = sampleOf(end, wrong);
    samples.push(sample);
    onSample(sample);
  }
  await sandbox.dispose();
  return samples;
}

/** Must be called after a garbage collection. */
export function sampleOf(runs: number, wrong: number): SoakSample {
  return {
    runs,
    heapMb: Math.round(process.memoryUsage().heapUsed / 1_048_576),
    residentMb: Math.round(process.memoryUsage.rss() / 1_048_576),
    descriptors: readdirSync('/proc/self/fd').length,
    resources: process.getActiveResourcesInfo().length,
    processes: sandboxProcesses().length,
    wrong,
  };
}

/**
 * Returns the measure that grew in the second half, when every kind of fault has occurred several times; undefined if
 * none grew.
 */
export function growth(samples: readonly SoakSample[]): string | undefined {
  const first = samples[Math.floor(samples.length / 2)];
  const last = samples.at(-1);
  if (!first || !last) return 'there are no samples';
  if (last.wrong > 0) return `${last.wrong} runs did not end as they must`;
  if (last.heapMb - first.heapMb > 3) return `the heap grew from ${first.heapMb} to ${last.heapMb} MB`;
  if (last.residentMb - first.residentMb > 30)
    return `the host grew from ${first.residentMb} to ${last.residentMb} MB`;
  for (const what of ['descriptors', 'resources', 'processes'] as const) {
    // A spare may just be starting or ending.
    if (last[what] - first[what] > 8) return `${what} grew from ${first[what]} to ${last[what]}`;
  }
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '5000' }, 'at-once': { type: 'string', default: '20' } },
  });
  const samples = await soak(Number(values.runs), Number(values['at-once']), (sample) =>
    console.log(JSON.stringify(sample)),
  );
  const grown = growth(samples);
  console.log(grown ?? 'flat');
  process.exitCode = grown === undefined ? 0 : 1;
}
