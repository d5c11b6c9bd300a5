// A workspace that the person has not trusted, and one server that their organisation denies: what a server's
// definition comes to is shown where servers are chosen.
import assert from 'node:assert/strict';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { ServersPanel } from '../../../editor/bed/serversPanel.ts';
import { ownEditor } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

describe('a workspace that is not trusted', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let panel: ServersPanel;

  before(async () => {
    const settings = { 'chat.mcp.deniedServers': [{ serverName: 'filesystem' }] };
    session = await ownEditor({ workspaceTrust: true, settings });
    workbench = await Workbench.open(session.window.page);
  });

  after(() => session[Symbol.asyncDispose]());

  /** Returns the text of a server's row in the list of servers. */
  async function shownOf(server: string): Promise<string> {
    await workbench.runCommand('Code Mode: Configure Server…');
    const row = session.window.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: server })
      .first();
    await row.waitFor();
    const text = await row.innerText();
    await session.window.page.keyboard.press('Escape');
    return text;
  }

  it('has its servers named, and none of them used', async () => {
    assert.match(await shownOf('everything'), /its workspace is not trusted/);
    panel = await ServersPanel.open(workbench);
    await panel.row('everything', 'not trusted');
  });

  it('has them used as soon as it is trusted, but for what a policy denies', async () => {
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await session.window.page
      .locator('.workspace-trust-editor')
      .getByRole('button', { name: 'Trust', exact: true })
      .click();
    assert.doesNotMatch(await shownOf('everything'), /trusted/);
    await panel.row('everything', /not started$/);
    assert.match(await shownOf('filesystem'), /"chat\.mcp\.deniedServers" blocks it/);
    await panel.press('everything', 'Start Server', /running · \d+ tools/);
    await panel.row('broken', /not started$/);
  });
});
