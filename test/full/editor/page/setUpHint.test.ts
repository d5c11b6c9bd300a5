// Tests the hint about Code Mode in a workspace that defines MCP servers, in a window like a user's; windows of other
// tests show no toasts.
import assert from 'node:assert/strict';
import { openEditor, type EditorSession } from '../../../editor/bed/editorSession.ts';
import { ServersPanel } from '../../../editor/bed/serversPanel.ts';
import { prepareBed } from '../../../editor/bed/testBed.ts';
import { keeps, reloadKeeping, Workbench } from '../../../editor/bed/workbench.ts';

describe('the hint of a workspace that defines MCP servers', () => {
  let session: EditorSession;

  before(async () => {
    session = await openEditor(await prepareBed(), { likeUsers: true, settings: { 'codeMode.mode': 'off' } });
  });

  after(() => session[Symbol.asyncDispose]());

  const named = /This workspace defines 3 MCP servers/;
  const toast = () =>
    session.window.page.locator('.notifications-toasts .notification-list-item', { hasText: named });
  /**
   * Returns the number of hints after the extension has read the servers; a hint without an answer is in the list of
   * notifications.
   */
  const inList = async (): Promise<number> => {
    const { page } = session.window;
    const workbench = await Workbench.open(page);
    await (await ServersPanel.open(workbench)).row('everything', 'not started');
    await workbench.runCommand('Notifications: Show Notifications');
    await page.locator('.notifications-center.visible').waitFor();
    return page.locator('.notifications-center .notification-list-item', { hasText: named }).count();
  };

  it('is not shown where Code Mode offers chat nothing', async () => {
    assert.equal(await inList(), 0);
  });

  it('is seen when the window opens, and once: not after a reload', async () => {
    await session.openNext({});
    await toast().waitFor();
    assert.match(await toast().innerText(), /lets chat combine (its|their) tools in one script/);
    await reloadKeeping(session.window.page, 'setUpHint.shown');
    assert.equal(await inList(), 0);
  });

  it('opens Set Up, and is then shown in no other workspace', async () => {
    await session.openNext({});
    await toast().getByRole('button', { name: 'Set Up' }).click();
    await session.window.page.locator('.quick-input-widget', { hasText: 'Code Mode: Set Up' }).waitFor();
    await keeps(session.window.page, 'setUpHint.unwanted');
    await session.openNext({});
    assert.equal(await inList(), 0);
  });
});
