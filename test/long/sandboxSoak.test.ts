import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

describe('a host of scripts', () => {
  it('is as before after 2,000 runs, 20 at a time, with faults among them', async () => {
    const soak = fileURLToPath(new URL('../sandbox/soak.ts', import.meta.url));
    await assert.doesNotReject(promisify(execFile)(process.execPath, ['--expose-gc', soak, '--runs', '2000']));
  }).timeout(20 * 60_000);
});
