// A process that records runs: node runWriter.ts <folder> <runs>. With `forever` for a number it makes calls in one run until it is killed, and
// prints the number of each call when the record says that it is sent.
import { writeSync } from 'node:fs';
import { done, runOf, runStoreIn } from './runStoreIn.ts';

const [folder = '', count = ''] = process.argv.slice(2);
const store = runStoreIn(folder, { log: (line) => console.log(line) });
const args = { long: 'x'.repeat(50_000) };

for (let run = 0; run < (count === 'forever' ? 1 : Number(count)); run += 1) {
  const recorder = store.journal.begin(runOf(`return ${run}`, { args }));
  if (!recorder) throw new Error('nothing is recorded');
  for (let sequence = 1; sequence <= 3 || count === 'forever'; sequence += 1) {
    recorder.called({ target: 'tool', sequence, server: 's', tool: 't', form: 'value', input: { sequence } });
    await recorder.sending(sequence, true);
    if (count === 'forever') writeSync(1, `${sequence}\n`);
    recorder.answered(sequence, { ok: true, value: { sequence } }, undefined);
  }
  recorder.ended(done);
}
await store.dispose();
