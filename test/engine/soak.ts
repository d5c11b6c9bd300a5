// Makes many runs with faults in one host that records them: memory, handles, processes and the folder of the records
// must not grow. `node --expose-gc test/engine/soak.ts --runs 5000` prints a line for each twentieth of the runs, and
// exits with 1 if something grew.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defaultKept } from '../../src/journal/record/runSettings.ts';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { conclude, growth, soak, soakSize } from '../fakes/soak.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { sandboxProcesses } from '../sandbox/sandboxProcesses.ts';
import { faults, most, scriptOf, type SoakScript } from '../sandbox/soakScripts.ts';

/** Maximum number of value files: those of 200 runs with three each, and those of runs of the last 15 seconds. */
const mostValues = 5_000;

/** Faults that need no limits of their own. */
const ownFaults = faults.filter(({ limits }) => !limits);
/** Makes a value of each run unique and long enough to have a file of its own. */
const long = 'x'.repeat(20_000);

using folder = new TemporaryFolder('code-mode-soak-');
/** Log lines of the store about values that it could not record, and about runs that ended in an unexpected way. */
const said: string[] = [];
const store = runStoreIn(folder.path, { log: (line) => said.push(line) });
const getCity = {
  name: 'getCity',
  answer: ({ n }: { readonly n?: unknown }) => structuredResult({ city: 'Basel', n: Number(n), long }),
};
const source = new InMemorySource({ geo: [getCity] });

async function run(test: TestEngine, index: number, { body, code }: SoakScript): Promise<boolean> {
  const outcome = await test.run(`// ${index}\n${body.replaceAll('{ n }', `{ n: n + ${index} }`)}`);
  const ended = outcome.ok ? 'ok' : outcome.errors[0]?.code;
  if (ended !== code) said.push(`run ${index} ended with ${ended} in place of ${code}`);
  return ended === code;
}

async function recordedRuns() {
  await using test = new TestEngine([source], { journal: store.journal, realSandbox: true });
  const size = soakSize('runs', 5_000, 20);
  // Each fault comes as often as runs are made at once before the others: resident memory never falls below its highest
  // peak, which these reach.
  for (const fault of ownFaults)
    await Promise.all(Array.from({ length: size.atOnce }, (_, index) => run(test, -index, fault)));
  return await soak({
    ...size,
    parts: 20,
    one: (index) => run(test, index, scriptOf(index, ownFaults)),
    processes: () => sandboxProcesses().length,
    measure: async () => {
      // The product prunes once a minute by itself.
      await store.prune();
      source.calls.length = 0;
      return { ...filesOf(folder.path), said };
    },
  });
}

/** Returns the number of records, the number of files of values, and the size of all. */
function filesOf(path: string) {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
  const count = (ending: string) => files.filter((name) => name.endsWith(ending)).length;
  return { records: count('.jsonl'), values: count('.json.gz'), diskMb: Math.round(bytes / 100_000) / 10 };
}

const samples = await recordedRuns();
await store.dispose();
const { records = 0, values = 0 } = samples.at(-1) ?? {};
if (said.length > 0) conclude(said.join('\n'));
else if (records > defaultKept.runs) conclude(`${records} records are left`);
// Runs of the last seconds may still be in progress.
else if (values > mostValues) conclude(`${values} values are left`);
else conclude(growth(samples, most));
