// One sample of declarations made cold, in a process of its own with the compiler loaded: prints the milliseconds that
// all recorded tools take, and the longest that the thread was busy between two turns of the event loop. Processor time
// for the latter: what other processes take is no hold.
import { Declarations } from '../../src/declarations/declarations.ts';
import { recordedSnapshot } from '../fakes/findingRequests.ts';

const { servers } = await recordedSnapshot();
await import('../../src/declarations/types/schemaCompiler.ts');
let [longest, last, done] = [0, busy(), false];
const startedAt = performance.now();
setImmediate(turn);
await new Declarations().api(servers);
done = true;
console.log(JSON.stringify({ took: performance.now() - startedAt, longest }));

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
