// Each kind of fault comes ten times. The store keeps 200 runs, so the records are pruned for most of the second soak.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** In a process of its own: the heap can only be measured after a collection, and by itself. */
async function soak(file: string, runs: number): Promise<void> {
  const soak = fileURLToPath(new URL(file, import.meta.url));
  const { code, stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    soak,
    '--runs',
    String(runs),
  ]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => ({ code: 1, stdout: String(Reflect.get(Object(error), 'stdout')) }),
  );
  assert.equal(code, 0, stdout);
}

describe('a host of scripts', function () {
  this.timeout(20 * 60_000);

  it('is as before after 800 runs, 20 at a time, with faults among them', () =>
    soak('../sandbox/soak.ts', 800));

  // Resident memory is level only after about 2,000 runs: the allocator and V8 keep freed memory.
  it('is as before after 3,600 recorded runs, as are its records on disk', () =>
    soak('../engine/soak.ts', 3_600));
});
