// The view "Servers & Tools" in a real window: what it says of servers, and what its buttons do.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { realServer } from '../../mcp/realServer.ts';
import { ServersPanel } from '../bed/serversPanel.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { addServer } from '../bed/workspace.ts';

describe('the view of servers and tools', function () {
  this.timeout(240_000);
  let story: StoryWindow;
  let panel: ServersPanel;

  before(async () => {
    story = await storyWindow();
    const { folder } = story.session.workspace;
    // Names that no other story has: these servers were never started.
    addServer(folder, 'documents', realServer('filesystem', join(folder, 'data')));
    addServer(folder, 'absent', { command: join(folder, 'no-such-command') });
    panel = await ServersPanel.open(story.workbench);
  });

  it('starts no server by being looked at, then starts one, tells its tools and what they cost, and stops it', async () => {
    await panel.row('documents', /not started$/);
    await panel.toggle(await panel.press('documents', 'Start Server', /running · \d+ tools, ≈[\d.]+k tokens/));
    await panel.row('readTextFile', /≈\d+ tokens/);
    await story.workbench.page.locator('.statusbar-item', { hasText: /could save ≈[\d.]+k? tokens/ }).waitFor();
    await panel.press('documents', 'Stop Server', /cached just now · \d+ tools/);
  });

  it('makes a tool an ordinary one and gives it back, and shows only the tools that write', async () => {
    await panel.press('writeFile', 'Use as Ordinary Tool', 'ordinary tool: excluded by "documents.writeFile" in codeMode.excludedTools');
    await panel.press('writeFile', 'Use through Code', /≈\d+ tokens/);
    await story.workbench.runCommand('Code Mode: Show Only Tools That Write');
    await story.workbench.page.getByText(/^Tools that can write: \d+ of \d+$/).waitFor();
    await panel.row('writeFile', /≈\d+ tokens/);
    await story.workbench.page.locator('.monaco-list-row', { hasText: 'readTextFile' }).waitFor({ state: 'detached' });
    await story.workbench.runCommand('Code Mode: Show All Tools');
    await panel.row('readTextFile', /≈\d+ tokens/);
  });

  it('says why a server failed, in its row and in its output', async () => {
    const failed = await panel.press('absent', 'Start Server', /failed · .*no-such-command/);
    assert.ok(await failed.isVisible());
    await panel.choose('absent', 'Show Output');
    await story.workbench.outputShows('It cannot start');
  });
});
