// A process that runs one script as the extension host does, to be killed: `node runHost.ts <written> <records>`, the script on standard input.
import { text } from 'node:stream/consumers';
import { CountedRuns } from './countedRuns.ts';

const [, , written = '.', records = '.'] = process.argv;
await using runs = await CountedRuns.open(records, { written });
const outcome = await runs.run(await text(process.stdin));
if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
