// Tests running a scratch script that can write, and one that takes long. Remembered answers:
// test/full/editor/page/runScript.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { writeScripts } from '../bed/workspace.ts';

describe('running a script', () => {
  let story: StoryWindow;
  let report: string;

  before(async () => {
    story = await storyWindow();
    const { folder } = story.session.workspace;
    report = join(folder, 'data', 'report.txt');
    writeScripts(folder, {
      writeReport: `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: "written" });\nreturn "all is written";\n`,
      longRun:
        'codemode.progress("Comparing pages", 0.4);\nawait tools.everything.triggerLongRunningOperation({ duration: 60, steps: 60 });\n',
    });
  });

  const run = async (): Promise<ApprovalQuestion> => {
    await story.workbench.runCommand('Code Mode: Run Script');
    return ApprovalQuestion.open(story.workbench.page);
  };

  it('that can write asks first, does nothing when refused, and writes when allowed', async () => {
    await story.workbench.openFile('writeReport.ts');
    const question = await run();
    assert.match(
      await question.text(),
      /Run this script\? It can overwrite or delete data \(filesystem\.writeFile\)\./,
    );
    await question.press('Escape');
    await story.workbench.outputShows('You declined to run this script');
    assert.ok(!existsSync(report));
    await (await run()).answer('Run Once');
    await story.workbench.outputShows('all is written');
    assert.equal(readFileSync(report, 'utf8'), 'written');
    rmSync(report);
  });

  it('shows its progress in its notification until it is cancelled there', async () => {
    const { workbench } = story;
    await workbench.runScript('longRun.ts');
    const runs = new RunsShown(workbench);
    const notification = await runs.notification('Running longRun.ts: Comparing pages (40%)');
    assert.equal(await runs.barWidth(notification), '40%');
    await notification.getByRole('button', { name: 'Cancel' }).click();
    await workbench.outputShows('Cancelled after');
    await notification.waitFor({ state: 'detached' });
  });
});
