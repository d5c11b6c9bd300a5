// Makes many runs with faults in one host: memory, handles and processes must not grow. `node --expose-gc
// test/sandbox/soak.ts --runs 5000` prints a line for each twentieth of the runs, and exits with 1 if something grew.
import { conclude, growth, soak, soakSize } from '../fakes/soak.ts';
import { makeSandbox, run } from './sandboxBed.ts';
import { sandboxProcesses } from './sandboxProcesses.ts';
import { most, scriptOf } from './soakScripts.ts';

const sandbox = makeSandbox();
const samples = await soak({
  ...soakSize('runs', 5_000, 20),
  parts: 20,
  one: async (index) => {
    const { body, code, limits = {} } = scriptOf(index);
    const outcome = await run(sandbox, body, { limits });
    return (outcome.ok ? 'ok' : outcome.failure.code) === code;
  },
  processes: () => sandboxProcesses().length,
  measure: () => ({}),
});
await sandbox.dispose();
conclude(growth(samples, most));
