// Tests the view "Runs" in a real window: the commands for a run that is over.
import { RunsPanel } from '../bed/runsPanel.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import type { Workbench } from '../bed/workbench.ts';
import { writeScripts } from '../bed/workspace.ts';

describe('the view of runs', () => {
  let story: StoryWindow;
  let workbench: Workbench;
  let runs: RunsPanel;

  before(async () => {
    story = await storyWindow();
    ({ workbench } = story);
    const sum = '// Adds two numbers\nreturn await tools.everything.getSum({ a: 40, b: 2 });\n';
    writeScripts(story.session.workspace.folder, { sum });
    runs = await RunsPanel.open(workbench);
    await runs.widen();
  });

  it('opens the trace and the result of a run, and replays it without its servers', async () => {
    await workbench.runScript('sum.ts');
    await runs.row('Adds two numbers', '1 call');
    const trace = await runs.openTrace('Adds two numbers');
    await trace.state('Finished').waitFor();
    await trace.calls.filter({ hasText: 'getSum' }).waitFor();
    await runs.choose('Adds two numbers', 'Open Result of Run');
    await workbench.page.locator('.tab.active', { hasText: 'result.json' }).waitFor();
    await workbench.page
      .locator('.editor-instance .view-line', { hasText: 'The sum of 40 and 2 is 42' })
      .first()
      .waitFor();
    await runs.choose('Adds two numbers', 'Replay Run');
    await new RunsShown(workbench).notification('came to the same result');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });
});
