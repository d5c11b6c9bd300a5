import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testRuns } from '../../../../src/journal/past/testRuns.ts';
import { beginLine } from '../../../fakes/runRecords.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const never = {
  test: () => assert.fail('it was run'),
  replay: () => assert.fail('it was run'),
};

describe('the test of saved runs', () => {
  const folder = freshFolder('code-mode-saved-');

  const textOf = async (path: string) => {
    for await (const { result } of testRuns(never, never, path, new AbortController().signal))
      return 'text' in result ? result.text : 'ran';
    return 'none';
  };

  it('reads no file that is too long', async () => {
    const file = join(folder.path, 'a.run.json');
    writeFileSync(file, '');
    truncateSync(file, 300 * 1024 * 1024);
    assert.match(
      await textOf(folder.path),
      /^a\.run\.json is not read: it has 314572800 bytes; the limit is 268435456\.$/,
    );
  });

  if (process.platform !== 'win32')
    it('reads no device and waits for no pipe', async () => {
      assert.equal(await textOf('/dev/zero'), 'zero is not read: it is not a file.');
      const pipe = join(folder.path, 'b.run.json');
      execFileSync('mkfifo', [pipe]);
      assert.match(await textOf(pipe), /it is not a file\.$/);
    });

  it('reads no script that is too long', async () => {
    const document = { format: 'code-mode-run', version: 1, events: [beginLine], values: {} };
    writeFileSync(join(folder.path, 'a.run.json'), JSON.stringify(document));
    writeFileSync(join(folder.path, 'a.ts'), '');
    truncateSync(join(folder.path, 'a.ts'), 17 * 1024 * 1024);
    assert.match(
      await textOf(folder.path),
      /a\.ts is not read: it has 17825792 bytes; the limit is 16777216\.$/,
    );
  });
});
