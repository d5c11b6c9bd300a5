// Measures the time for which the host is blocked while it reads long values and long records, which a window does
// beside all other work.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../src/base/json.ts';
import { knownCalls, RecordedCallIndex, withEarlier } from '../../src/journal/past/knownCalls.ts';
import { longJson, nothingHidden } from '../../src/journal/redaction/longJson.ts';
import { ValueFiles, valueName } from '../../src/journal/record/valueFiles.ts';
import type { RecordedValue } from '../../src/journal/record/runEvent.ts';
import { callOf, recordOf } from '../fakes/runRecords.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { atMost, median, watched, type Row } from './measure.ts';

const turns = 5;
const million = 1_000_000;
const calls = 100_000;

const row = (id: number) => ({
  id,
  title: `The export stops when page ${id} has no rows`,
  labels: ['bug', 'export'],
  share: id / 7,
  open: true,
});
const rows = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / JSON.stringify(row(100_000)).length) }, (_, id) => row(id));
const text = (bytes: number) =>
  'Exporting a report whose "third" page is empty ends early.\n'.repeat(Math.ceil(bytes / 62));

/** The work runs once before, which does not count. */
async function stall(name: string, how: string, work: () => Promise<unknown>): Promise<Row> {
  const samples: { readonly ms: number; readonly longestHoldMs: number }[] = [];
  for (let turn = -1; turn < turns; turn += 1) {
    const sample = await watched(work);
    if (turn >= 0) samples.push(sample);
  }
  const took = Math.round(median(samples.map(({ ms }) => ms)));
  const value = median(samples.map(({ longestHoldMs }) => longestHoldMs));
  return {
    name: `longest hold: ${name}`,
    value,
    unit: 'ms',
    bar: atMost(50),
    how: `${how}; takes ${took} ms`,
  };
}

async function readRow(what: string, value: JsonValue): Promise<Row> {
  using folder = new TemporaryFolder('code-mode-bench-');
  const files = new ValueFiles(folder.path);
  const id = 'k3f9a-2b71c000';
  const name = valueName(id, 1);
  mkdirSync(join(folder.path, id));
  const { json } = await longJson(value, [], nothingHidden);
  await files.write(name, json);
  return await stall(`30 MB of ${what} read back`, 'a value in a file of its own', async () => {
    if (!(await files.read(name))) throw new Error('it cannot be read');
  });
}

/** Measures the preparation of a resumption before its script starts. */
async function pastRow(): Promise<Row> {
  const run = recordOf({
    state: 'failed',
    callList: Array.from({ length: calls }, (_, index) =>
      callOf(index + 1, 's.t', [index, index, index + 1], { writes: true }),
    ),
    ticks: Array.from({ length: calls }, (_, index) => ({
      at: index + 1,
      tick: [index + 1, index + 1] as const,
    })),
  });
  const values = {
    value: (value: RecordedValue) =>
      Promise.resolve({ ok: true, value: 'v' in value ? value.v : null } as const),
  };
  const { signal } = new AbortController();
  return await stall(
    `the calls of a run of ${calls.toLocaleString('en')} put in order`,
    'before it is resumed, as one that went on with another',
    async () => {
      const known = await knownCalls(run, values, { value: (value) => value, name: (name) => name }, signal);
      if ('problem' in known) throw new Error(known.problem);
      await RecordedCallIndex.of(await withEarlier(known.calls, known.calls, () => false));
    },
  );
}

export async function stallRows(): Promise<Row[]> {
  return [
    await readRow('text', text(30 * million)),
    await readRow('rows', rows(30 * million)),
    await pastRow(),
  ];
}
