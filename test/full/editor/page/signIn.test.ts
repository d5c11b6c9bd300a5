// A server that wants a sign-in, from the script that names it to its answer: the editor asks, the browser opens the
// authorization server's page, and comes back to the extension.
import assert from 'node:assert/strict';
import { ProtectedServer } from '../../../fakes/protectedServer.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { ServersPanel } from '../../../editor/bed/serversPanel.ts';
import { pageOptions, sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { addServer, writeScripts } from '../../../editor/bed/workspace.ts';

describe('running a script that names a server to sign in to', () => {
  let session: EditorSession;
  let server: ProtectedServer;
  let workbench: Workbench;

  before(async () => {
    // Requests to 127.0.0.1 the editor would send through a proxy of its own, which writes their addresses anew.
    server = await ProtectedServer.start({ host: '127.0.0.2' });
    session = await sharedEditor({ ...pageOptions, goOn: true });
    workbench = await Workbench.open(session.window.page);
    const { folder } = session.workspace;
    addServer(folder, 'vault', { url: server.url });
    const askVault =
      'const { n } = await tools.vault.echo({ n: 41 }) as { n: number };\nreturn `the vault said ${n + 1}`;\n';
    writeScripts(folder, { askVault });
    await workbench.openFile('askVault.ts');
  });

  after(async () => {
    await server.close();
  });

  it('names the server and the host in a question, and calls nothing when refused', async () => {
    await workbench.runCommand('Code Mode: Run Script');
    const dialog = await workbench.dialog();
    const text = await dialog.innerText();
    assert.match(text, /"vault" wants you to sign in/);
    assert.ok(text.includes(new URL(server.origin).host));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await workbench.outputShows('declined to sign in');
    assert.deepEqual(server.calls, []);
  });

  it('signs in in the browser and goes on with the script', async () => {
    await workbench.runCommand('Code Mode: Run Script');
    const dialog = await workbench.dialog();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    // The editor's own question, whether to leave for an address that it does not know.
    await workbench.page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    await workbench.outputShows('the vault said 42');
    assert.deepEqual(server.calls, ['echo']);
  });

  it('asks again after a sign-out', async () => {
    await (await ServersPanel.open(workbench)).choose('vault', 'Sign Out of MCP Server…');
    await new RunsShown(workbench).notification('Signed out of vault');
    await workbench.runScript('askVault.ts');
    assert.match(await (await workbench.dialog()).innerText(), /"vault" wants you to sign in/);
  });
});
