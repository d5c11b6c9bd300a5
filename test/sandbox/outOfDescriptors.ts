// A host that runs out of file descriptors while a script waits for a call; a test runs it under a low limit. Prints as
// JSON how a run ended that was started meanwhile, then how the waiting run ended, and a run that was started
// afterwards.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { makeSandbox, RecordingHandlers, run, value } from './sandboxBed.ts';

/** Opens files until no descriptor is left. */
function takeAll(): number[] {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync(devNull, 'r'));
  } catch {
    return taken;
  }
}

// There is no spare, since it would be started at an unknown time.
const sandbox = makeSandbox({ spares: 0 });
const answer = Promise.withResolvers<string>();
const handlers = new RecordingHandlers(async () => value(await answer.promise));
const waiting = run(sandbox, 'return await tools.geo.getCity()', { handlers });
await handlers.called(1);
const taken = takeAll();
const meanwhile = await run(sandbox, 'return 1');
for (const descriptor of taken) closeSync(descriptor);
answer.resolve('answered');
const ends = [meanwhile, await waiting, await run(sandbox, 'return 1')];
console.log(JSON.stringify(ends.map((end) => (end.ok ? end.value : end.failure.code))));
await sandbox.dispose();
