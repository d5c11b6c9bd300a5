// Tests a workspace that the person has not trusted: the list for choosing servers shows the resolved definition of a
// server.
import assert from 'node:assert/strict';
import { ServersPanel } from '../bed/serversPanel.ts';
import { distrustedWindow, trustWorkspace, type StoryWindow } from '../bed/storyWindow.ts';

describe('a workspace that is not trusted', function () {
  this.timeout(240_000);
  let story: StoryWindow;

  before(async () => {
    story = await distrustedWindow();
  });

  /** Returns the text of a row in the list of servers. */
  async function shownOf(server: string): Promise<string> {
    await story.workbench.runCommand('Code Mode: Configure Server…');
    const row = story.workbench.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: server })
      .first();
    await row.waitFor();
    const text = await row.innerText();
    await story.workbench.page.keyboard.press('Escape');
    return text;
  }

  it('has its servers named and none of them used until it is trusted; then one is started by its button, and no other', async () => {
    assert.match(await shownOf('everything'), /its workspace is not trusted/);
    const panel = await ServersPanel.open(story.workbench);
    await panel.row('everything', 'not trusted');
    await trustWorkspace(story);
    await panel.row('everything', /not started$/);
    assert.doesNotMatch(await shownOf('everything'), /trusted/);
    await panel.press('filesystem', 'Start Server', /running · \d+ tools/);
    await panel.row('everything', /not started$/);
  });
});
