import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeptUsage } from '../../../../src/engine/stores/keptUsage.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('the calls of a workspace', () => {
  const folder = freshFolder('code-mode-calls-');
  const opened = async () => {
    const usage = new KeptUsage({ file: join(folder.path, 'calls.json'), log: () => undefined });
    await usage.load();
    return usage;
  };

  it('count as earlier calls in later sessions alone', async () => {
    const usage = await opened();
    usage.record('geo', 'get_city');
    usage.record('geo', 'get_city');
    assert.deepEqual([usage.callsOf('geo', 'get_city'), usage.earlierCallsOf('geo', 'get_city')], [2, 0]);
    await usage.dispose();
    const next = await opened();
    assert.deepEqual([next.callsOf('geo', 'get_city'), next.earlierCallsOf('geo', 'get_city')], [0, 2]);
  });

  it('are summed up over several processes', async () => {
    const [first, second] = [await opened(), await opened()];
    first.record('geo', 'get_city');
    second.record('geo', 'get_city');
    second.record('geo', 'list_rivers');
    await first.dispose();
    await second.dispose();
    const next = await opened();
    assert.deepEqual(
      [next.earlierCallsOf('geo', 'get_city'), next.earlierCallsOf('geo', 'list_rivers')],
      [2, 1],
    );
  });

  it('are none where the file does not have valid counts', async () => {
    const content = '{"version":1,"tools":{"[\\"geo\\",\\"get_city\\"]":-1}}';
    await writeFile(join(folder.path, 'calls.json'), content);
    assert.equal((await opened()).earlierCallsOf('geo', 'get_city'), 0);
  });
});
