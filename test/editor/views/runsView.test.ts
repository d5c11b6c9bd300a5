// Tests the view "Runs" in a real window: the commands for a run that is over.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countingServer, writesIn } from '../../fakes/countedRuns.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { RunsPanel } from '../bed/runsPanel.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { TracePage } from '../bed/tracePage.ts';
import type { Workbench } from '../bed/workbench.ts';
import { addServer } from '../bed/workspace.ts';

const scripts = {
  sum: '// Adds two numbers\nreturn await tools.everything.getSum({ a: 40, b: 2 });\n',
  failing: [
    '// Writes three',
    'await tools.counting.add({ n: 1 });',
    'await tools.counting.add({ n: 2 });',
    'return await tools.counting.flaky({ n: 3 });\n',
  ].join('\n'),
};

describe('the view of runs', function () {
  this.timeout(240_000);
  let story: StoryWindow;
  let workbench: Workbench;
  let runs: RunsPanel;
  const written = new TemporaryFolder('code-mode-counted-');

  before(async () => {
    story = await storyWindow();
    ({ workbench } = story);
    const { folder } = story.session.workspace;
    addServer(folder, 'counting', countingServer(written.path));
    mkdirSync(join(folder, '.code-mode'), { recursive: true });
    for (const [name, code] of Object.entries(scripts))
      writeFileSync(join(folder, '.code-mode', `${name}.ts`), code);
    runs = await RunsPanel.open(workbench);
    await runs.widen();
  });

  after(() => written[Symbol.dispose]());

  const start = async (name: keyof typeof scripts) => {
    await workbench.openFile(`${name}.ts`);
    await workbench.runCommand('Code Mode: Run Script');
  };
  const allow = async () => (await ApprovalQuestion.open(workbench.page)).answer('Run Once');

  it('opens the trace and the result of a run, and replays it without its servers', async () => {
    await start('sum');
    await runs.row('Adds two numbers', '1 call');
    const trace = await runs.openTrace('Adds two numbers');
    await trace.state.filter({ hasText: 'Finished' }).waitFor();
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

  it('goes on with a run that failed and repeats none of its writes', async () => {
    await start('failing');
    await allow();
    await runs.row('Writes three', 'failed');
    assert.deepEqual(writesIn(written.path), [1, 2]);
    await runs.choose('Writes three', 'Resume Run');
    await allow();
    const trace = await TracePage.open(workbench.page, 'Writes three');
    await trace.state.filter({ hasText: 'Finished' }).waitFor();
    assert.deepEqual(writesIn(written.path), [1, 2, 3]);
  });
});
