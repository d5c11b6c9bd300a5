import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

describe('a host of five real servers', () => {
  it('is as before after 600 calls, ten at a time, some of them cancelled', async () => {
    const soak = fileURLToPath(new URL('../mcp/soak.ts', import.meta.url));
    // A process of its own: the heap can only be measured after a collection, and by itself.
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', soak, '--calls', '600']);
    assert.match(stdout, /\nflat\n$/);
  }).timeout(20 * 60_000);
});
