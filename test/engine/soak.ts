// Makes many runs with faults in one host that records them: memory, handles, processes and the folder of the records
// must not grow. `node --expose-gc test/engine/soak.ts --runs 5000` prints a line for each twentieth of the runs, and
// exits with 1 if something grew.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultKept } from '../../src/journal/record/runSettings.ts';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { faults, fine, growth, sampleOf, type SoakSample, type SoakScript } from '../sandbox/soak.ts';

/** Maximum number of value files: those of 200 runs with three each, and those of runs of the last 15 seconds. */
const mostValues = 5_000;

interface RecordedSample extends SoakSample {
  readonly records: number;
  /** Number of files of values. */
  readonly values: number;
  readonly diskMb: number;
  /** Log lines of the store about values that it could not record, and about runs that ended in an unexpected way. */
  readonly said: readonly string[];
}

const sampleEvery = 20;
/** Faults that need no limits of their own. */
const ownFaults = faults.filter(({ limits }) => !limits);
/** Makes a value of each run unique and long enough to have a file of its own. */
const long = 'x'.repeat(20_000);

/**
 * Every tenth run has a fault. Before them comes each fault as often as runs are made at once: resident memory never
 * falls below its highest peak, which these reach.
 */
async function soak(runs: number, atOnce: number, folder: string): Promise<readonly RecordedSample[]> {
  const said: string[] = [];
  const store = runStoreIn(folder, { log: (line) => said.push(line) });
  const getCity = {
    name: 'getCity',
    answer: ({ n }: { readonly n?: unknown }) => structuredResult({ city: 'Basel', n: Number(n), long }),
  };
  const source = new InMemorySource({ geo: [getCity] });
  await using test = new TestEngine([source], { journal: store.journal, realSandbox: true });
  const samples: RecordedSample[] = [];
  let wrong = 0;
  const run = async (index: number, { body, code } = scriptOf(index)) => {
    const outcome = await test.run(`// ${index}\n${body.replaceAll('{ n }', `{ n: n + ${index} }`)}`);
    const ended = outcome.ok ? 'ok' : outcome.errors[0]?.code;
    if (ended === code) return;
    wrong += 1;
    said.push(`run ${index} ended with ${ended} in place of ${code}`);
  };
  for (const fault of ownFaults)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => run(-index, fault)));
  const perSample = Math.ceil(runs / sampleEvery);
  for (let start = 0; start < runs; start += perSample) {
    const end = Math.min(runs, start + perSample);
    let next = start;
    const worker = async () => {
      while (next < end) await run((next += 1) - 1);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    // The product prunes once a minute by itself.
    await store.prune();
    source.calls.length = 0;
    globalThis.gc?.();
    const sample = { ...sampleOf(end, wrong), ...diskOf(folder), said };
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
  await store.dispose();
  return samples;
}

function scriptOf(index: number): SoakScript {
  return (index % 10 === 9 ? ownFaults[Math.floor(index / 10) % ownFaults.length] : undefined) ?? fine;
}

function diskOf(folder: string): Omit<RecordedSample, keyof SoakSample | 'said'> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const count = (ending: string) => files.filter((name) => name.endsWith(ending)).length;
  return { records: count('.jsonl'), values: count('.json.gz'), diskMb: Math.round(bytes / 100_000) / 10 };
}

function grown(samples: readonly RecordedSample[]): string | undefined {
  const last = samples.at(-1);
  if (last && last.said.length > 0) return last.said.join('\n');
  if (last && last.records > defaultKept.runs) return `${last.records} records are left`;
  // Runs of the last seconds may still be in progress.
  if (last && last.values > mostValues) return `${last.values} values are left`;
  return growth(samples);
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5000' }, 'at-once': { type: 'string', default: '20' } },
});
using folder = new TemporaryFolder('code-mode-soak-');
const problem = grown(await soak(Number(values.runs), Number(values['at-once']), folder.path));
console.log(problem ?? 'flat');
process.exitCode = problem === undefined ? 0 : 1;
