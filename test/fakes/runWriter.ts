// A process that records runs: node runWriter.ts <folder> <runs> [address of shared state]. With `forever` as the
// number of runs, it makes calls in one run until it is killed, and prints the number of each call when the record says
// that the call is sent.
import { writeSync } from 'node:fs';
import { SharedRuns } from '../../src/journal/record/sharedRuns.ts';
import { RedisState } from '../../src/engine/stores/redisState.ts';
import { done, runOf, runStoreIn } from './runStoreIn.ts';
import { toolCall } from './startedRun.ts';

const [folder = '', count = '', url] = process.argv.slice(2);
const log = (line: string) => console.log(line);
const state = url === undefined ? undefined : await RedisState.connect(url, log);
const store = runStoreIn(folder, { log, ...(state && { shared: new SharedRuns(state) }) });
const args = { long: 'x'.repeat(50_000) };

for (let run = 0; run < (count === 'forever' ? 1 : Number(count)); run += 1) {
  const recorder = store.journal.begin(runOf(`return ${run}`, { args }));
  if (!recorder) throw new Error('nothing is recorded');
  for (let sequence = 1; sequence <= 3 || count === 'forever'; sequence += 1) {
    recorder.called(toolCall(sequence, 's.t', { sequence }));
    await recorder.sending(sequence, true);
    if (count === 'forever') writeSync(1, `${sequence}\n`);
    recorder.answered(sequence, { ok: true, value: { sequence } }, undefined);
  }
  recorder.ended(done);
}
await store.dispose();
await state?.close();
