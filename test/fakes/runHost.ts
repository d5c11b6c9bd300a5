// A process that runs one script as the extension host does, for tests that kill it: `node runHost.ts <written>
// <records>`, with the script on standard input.
import { text } from 'node:stream/consumers';
import { CountedRuns, countingServer } from './countedRuns.ts';

// If a file may not grow any more, the write fails; without this handler the signal would end the process.
process.on('SIGXFSZ', () => undefined);
const [, , written = '.', records = '.'] = process.argv;
await using runs = await CountedRuns.open(records, {
  servers: { counting: countingServer(written) },
  log: () => undefined,
  sandboxStartMs: 120_000,
});
const outcome = await runs.run(await text(process.stdin));
if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
