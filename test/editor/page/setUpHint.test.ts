// What a workspace that defines MCP servers says of Code Mode, once.
import assert from 'node:assert/strict';
import { pictureOfFailure, type EditorSession } from '../bed/editorSession.ts';
import { ServersPanel } from '../bed/serversPanel.ts';
import { sharedEditor } from '../bed/sharedEditor.ts';
import { reloadKeeping, Workbench } from '../bed/workbench.ts';

describe('the hint of a workspace that defines MCP servers', function () {
  this.timeout(120_000);
  let session: EditorSession;

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.log(`      ${await pictureOfFailure(session, this.currentTest.fullTitle())}`);
  });

  const hint = () => session.window.page.locator('.notification-list-item', { hasText: /This workspace defines \d+ MCP servers/ });
  /** The extension is active then, and has read what the hint is about. */
  const shown = async () => {
    const panel = await ServersPanel.open(await Workbench.open(session.window.page));
    await panel.row('everything', 'not started');
    return hint().count();
  };

  it('is shown once, and not again after it was closed and the window reloaded', async () => {
    session = await sharedEditor({ settings: { 'codeMode.mode': 'hybrid' } });
    await hint().waitFor();
    assert.match(await hint().innerText(), /This workspace defines 3 MCP servers\. Code Mode can keep the definitions .* out of your chat/);
    await hint().hover();
    await hint().locator('.codicon-notifications-clear').click();
    await hint().waitFor({ state: 'detached' });
    await reloadKeeping(session.window.page, 'setUpHint.shown');
    assert.equal(await shown(), 0);
  });

  it('is not shown where Code Mode offers chat nothing', async () => {
    session = await sharedEditor({ settings: { 'codeMode.mode': 'off' } });
    assert.equal(await shown(), 0);
  });
});
