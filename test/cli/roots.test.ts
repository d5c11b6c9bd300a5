// Tests the roots that the terminal announces to servers. The real server-filesystem replaces its arguments by the
// roots.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder } from '../fakes/temporaryFolder.ts';
import { realServer } from '../mcp/realServer.ts';
import { config, TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';

describe('code-mode run and the folders of servers', () => {
  const folder = TestFolder.forEachTest({});
  const elsewhere = freshFolder('code-mode-own-');
  let note: string;

  beforeEach(async () => {
    for (const name of ['other', 'third']) await mkdir(join(folder.path, name));
    note = join(elsewhere.path, 'note.txt');
    await writeFile(note, 'own');
    await folder.write('mcp.json', { servers: { files: realServer('filesystem', elsewhere.path) } });
  });

  /** Returns the allowed folders after enough calls for a server to ask for the roots and to get the answer. */
  const allowed = async (...more: string[]) => {
    const script = `
      let allowed;
      for (let call = 0; call < 50; call += 1) allowed = await tools.files.listAllowedDirectories({});
      return allowed.content;`;
    return (await folder.codeMode(['run', '-', '--type-check', 'off', ...config, ...more], script)).stdout;
  };

  it('tells it of those of --root', async () => {
    const text = await allowed('--root', 'other', '--root', join(folder.path, 'third'));
    assert.ok(text.includes(JSON.stringify(join(folder.path, 'other')).slice(1, -1)), text);
    assert.match(text, /third/);
    assert.doesNotMatch(text, /code-mode-own-/);
  });

  fullTest(
    'leaves a server with the folder of its own arguments, from its first call to its last',
    async () => {
      const script = `
      const path = ${JSON.stringify(note)};
      const texts = new Set();
      for (let call = 0; call < 50; call += 1) texts.add((await tools.files.readTextFile({ path })).content);
      return [...texts].join();`;
      const { stdout, stderr } = await folder.codeMode(['run', '-', ...config], script);
      assert.equal(stdout, '"own"\n', stderr);
    },
  );

  fullTest('tells it of no folder unless told', async () => {
    assert.match(await allowed(), /code-mode-own-/);
  });
});
