// A process that runs one script as the extension host does, to be killed: `node runHost.ts <written> <records>`, the script on standard input.
import { text } from 'node:stream/consumers';
import { CountedRuns, countingServer } from './countedRuns.ts';

// Where a file may not grow any more, writing fails; the signal would end the process.
process.on('SIGXFSZ', () => undefined);
const [, , written = '.', records = '.'] = process.argv;
await using runs = await CountedRuns.open(records, {
  servers: { counting: countingServer(written) },
  log: () => undefined,
  sandboxStartMs: 120_000,
});
const outcome = await runs.run(await text(process.stdin));
if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
