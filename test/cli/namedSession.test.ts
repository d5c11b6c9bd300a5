// Tests that a run with `--session` leaves its store and results to the next run, which is another process of the user.
import assert from 'node:assert/strict';
import { config, TestFolder } from './testFolder.ts';
import { fullTest } from '../fakes/everyTest.ts';

describe('code-mode run --session', () => {
  const folder = TestFolder.forEachTest({ 'mcp.json': { servers: {} } });

  const run = async (code: string, ...options: readonly string[]) =>
    folder.codeMode(['run', '-e', code, '--type-check', 'off', ...options, ...config]);
  const count =
    'const n = Number((await codemode.store.get("n")) ?? 0) + 1; await codemode.store.set("n", n); return n';

  it('keeps the store, for that name and folder', async () => {
    assert.deepEqual(
      [(await run(count, '--session', 'a')).stdout, (await run(count, '--session', 'a')).stdout],
      ['1\n', '2\n'],
    );
    assert.deepEqual(
      [(await run(count, '--session', 'b')).stdout, (await run(count)).stdout, (await run(count)).stdout],
      ['1\n', '1\n', '1\n'],
    );
  });

  fullTest('keeps nothing of a dry run', async () => {
    await run(count, '--session', 'a', '--dry-run');
    assert.equal((await run(count, '--session', 'a')).stdout, '1\n');
  });

  fullTest('keeps results that a model got only a part of', async () => {
    const asModel = () =>
      run('return Array.from({ length: 20_000 }, (_, i) => i)', '--session', 'a', '--as-model');
    assert.match((await asModel()).stdout, /codemode\.results\.r1\b/);
    assert.equal((await run('return codemode.results.r1.length', '--session', 'a')).stdout, '20000\n');
    assert.match((await asModel()).stdout, /codemode\.results\.r2\b/);
  });
});
