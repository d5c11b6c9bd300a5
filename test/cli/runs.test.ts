// `code-mode runs`: what can be done on the terminal with runs that are over, and what `code-mode run` says of them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { countingServer } from '../fakes/countedRuns.ts';
import { config, TestFolder } from './testFolder.ts';

describe('a run on the terminal that fails', () => {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = new TestFolder();
    await folder.write('mcp.json', { servers: { counting: countingServer(folder.path) } });
  });
  afterEach(() => folder[Symbol.dispose]());

  const failing = 'await tools.counting.add({ n: 1 }); throw new Error("x");';
  const run = (options: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    folder.codeMode(['run', '-e', failing, '--allow-writes', ...options, ...config], '', env);

  it('names itself to a model where a record is kept', async () => {
    assert.match((await run(['--as-model'])).stdout, /^Resume: executeCode\(\{ resume: "\w{5}-\w{5}" \}\)/m);
  });

  for (const record of ['off', 'metadata']) {
    it(`offers no model to resume it with --record ${record}, whatever else hears of it`, async () => {
      const { stdout } = await run(['--as-model', '--record', record, '--audit']);
      assert.match(stdout, /tools\.counting\.add/);
      assert.doesNotMatch(stdout, /Resume/i);
    });
  }

  it('offers no model to resume it where no record could be written', async () => {
    await folder.write('state', 'no folder');
    const { stdout, stderr } = await run(['--as-model'], { XDG_STATE_HOME: join(folder.path, 'state') });
    assert.match(stderr, /Runs are not recorded/);
    assert.doesNotMatch(stdout, /Resume/i);
  });
});
