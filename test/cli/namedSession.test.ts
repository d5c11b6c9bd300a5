// Tests that a run with `--session` leaves its store and results to the next run, which is another process of the user.
import assert from 'node:assert/strict';
import { config, TestFolder } from './testFolder.ts';

describe('code-mode run --session', () => {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': { servers: {} } });
  });
  afterEach(() => folder[Symbol.dispose]());

  const run = async (code: string, ...options: readonly string[]) =>
    folder.codeMode(['run', '-e', code, '--type-check', 'off', ...options, ...config]);
  const count =
    'const n = Number((await codemode.store.get("n")) ?? 0) + 1; await codemode.store.set("n", n); return n';

  it('keeps the store, for that name', async () => {
    assert.deepEqual(
      [(await run(count, '--session', 'a')).stdout, (await run(count, '--session', 'a')).stdout],
      ['1\n', '2\n'],
    );
    assert.equal((await run(count, '--session', 'b')).stdout, '1\n');
  });

  it('takes a name', async () => {
    assert.equal((await run('return 1', '--session', '')).code, 2);
  });
});
