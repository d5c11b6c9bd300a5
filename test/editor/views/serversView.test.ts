// Tests the view "Servers & Tools" in a real window: the texts about servers, and the buttons.
import { join } from 'node:path';
import { realServer } from '../../mcp/realServer.ts';
import { ServersPanel } from '../bed/serversPanel.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { writeDefinitions } from '../bed/trusting.ts';

describe('the view of servers and tools', () => {
  let story: StoryWindow;
  let panel: ServersPanel;

  before(async () => {
    story = await storyWindow();
    const { folder } = story.session.workspace;
    // There are few rows, since rows below the fold are not in the page.
    const servers = {
      absent: { command: join(folder, 'no-such-command') },
      documents: realServer('filesystem', join(folder, 'data')),
    };
    writeDefinitions(folder, { servers });
    panel = await ServersPanel.open(story.workbench);
    // The server already runs if a script has asked for the tools of all servers.
    await panel.press('documents', 'Start Server', /running · \d+ tools/);
  });

  it('tells the tools of a server and what they cost, stops it, keeps its tools in view, and starts it again', async () => {
    await panel.toggle(await panel.row('documents', /running · \d+ tools, ≈[\d.]+k tokens/));
    await panel.row('readTextFile', /≈\d+ tokens/);
    await panel.press('documents', 'Stop Server', /cached just now · \d+ tools/);
    await panel.row('readTextFile', /≈\d+ tokens/);
    await panel.press('documents', 'Start Server', /running · \d+ tools/);
  });

  it('says why a server failed, in its row and in its output', async () => {
    await panel.press('absent', 'Start Server', /failed · .*no-such-command/);
    await panel.choose('absent', 'Show Output', () => story.workbench.outputShows('It cannot start', 3_000));
  });
});
