// Tests a server that requires a sign-in, from the script that names the server to its answer: the editor asks, and the
// browser opens the page of the authorization server and returns to the extension.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtectedServer } from '../../fakes/protectedServer.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { addServer } from '../bed/workspace.ts';

describe('a script that names a server to sign in to', function () {
  this.timeout(240_000);
  let story: StoryWindow;
  let server: ProtectedServer;

  before(async () => {
    // The editor would send requests to 127.0.0.1 through a proxy of its own, which rewrites their addresses.
    server = await ProtectedServer.start({ host: '127.0.0.2' });
    story = await storyWindow();
    const { folder } = story.session.workspace;
    addServer(folder, 'vault', { url: server.url });
    mkdirSync(join(folder, '.code-mode'), { recursive: true });
    const code =
      'const { n } = await tools.vault.echo({ n: 41 }) as { n: number };\nreturn `the vault said ${n + 1}`;\n';
    writeFileSync(join(folder, '.code-mode', 'askVault.ts'), code);
  });

  after(() => server.close());

  it('calls nothing when the person declines, and goes on after a sign-in in the browser', async () => {
    const { workbench } = story;
    await workbench.openFile('askVault.ts');
    await workbench.runCommand('Code Mode: Run Script');
    const dialog = await workbench.dialog();
    const text = await dialog.innerText();
    assert.match(text, /"vault" wants you to sign in/);
    assert.ok(text.includes(new URL(server.origin).host));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await workbench.outputShows('declined to sign in');
    assert.deepEqual(server.calls, []);

    await workbench.runCommand('Code Mode: Run Script');
    await (await workbench.dialog()).getByRole('button', { name: 'Allow' }).click();
    // The editor's own question whether to open an unknown address.
    await workbench.page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    await workbench.outputShows('the vault said 42');
    assert.deepEqual(server.calls, ['echo']);
  });
});
