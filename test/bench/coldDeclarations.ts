// Takes one sample of uncached declarations in a process of its own. Prints the milliseconds for all recorded tools,
// including the start of the compiler's thread, and the longest time for which the host's thread was busy between two
// turns of the event loop. The latter is processor time, so that other processes do not count.
import { fileURLToPath } from 'node:url';
import { ThreadedCompiler } from '../../src/declarations/compiler/threadedCompiler.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { recordedSnapshot } from '../fakes/findingRequests.ts';

const { servers } = await recordedSnapshot();
const threadFile = fileURLToPath(new URL('../../dist/declarations/thread.js', import.meta.url));
const compiler = new ThreadedCompiler({ threadFile, log: console.error });
let [longest, last, done] = [0, busy(), false];
const startedAt = performance.now();
setImmediate(turn);
await new Declarations({ compiler }).api(servers);
done = true;
console.log(JSON.stringify({ took: performance.now() - startedAt, longest }));
await compiler.dispose();

function turn(): void {
  const now = busy();
  longest = Math.max(longest, now - last);
  last = now;
  if (!done) setImmediate(turn);
}

function busy(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
