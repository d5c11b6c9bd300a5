// Tests the display of a script while a chat runs it, and its cancellation by the user.
import assert from 'node:assert/strict';
import { countingServer, writesIn } from '../../../fakes/countedRuns.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { call, executes, lastText } from '../../../editor/bed/scriptedModel.ts';
import { chatOptions, sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { RunPage } from '../../../editor/bed/runPage.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { addServer, writeScripts } from '../../../editor/bed/workspace.ts';

describe('a script that a chat runs', () => {
  let session: CopilotSession;
  let chat: ChatPanel;
  let workbench: Workbench;
  let runs: RunsShown;

  before(async () => {
    session = await sharedEditorWithCopilot({ ...chatOptions, goOn: true });
    chat = await ChatPanel.open(session.window.page);
    workbench = await Workbench.open(session.window.page);
    runs = new RunsShown(workbench);
  });

  afterEach(async () => {
    await chat.newChat();
  });

  const send = async (code: string) => {
    session.model.play([executes(code), { text: 'Done.' }]);
    await chat.send('Go on.');
  };
  const longRun = 'await tools.everything.triggerLongRunningOperation({ duration: 60, steps: 60 });';
  const isGone = async () => runs.inBar('').waitFor({ state: 'hidden' });

  it('has no notification, which would cover the input of the chat', async () => {
    await send(
      'codemode.progress("Comparing pages");\nawait new Promise((done) => setTimeout(done, 6_000));\ncodemode.progress("Comparing the last page");\n' +
        longRun,
    );
    await runs.inBar('Comparing the last page').waitFor();
    await workbench.runCommand('Notifications: Show Notifications');
    await workbench.page.locator('.notifications-center').waitFor();
    assert.equal(await workbench.page.locator('.notifications-center', { hasText: 'Comparing' }).count(), 0);
    await (await runs.hover()).locator('a', { hasText: 'Cancel' }).click();
    await chat.answer();
    assert.match(session.model.lastToolResult, /^Failed \(cancelled\)/);
  });

  it('waits in the status bar while the user is asked', async () => {
    await send('return await tools.filesystem.writeFile({ path: "data/none.txt", content: "" });');
    const question = await ApprovalQuestion.open(workbench.page);
    await runs.inBar('waiting for your answer').waitFor();
    await question.answer("Don't Run");
    await chat.answer();
    await isGone();
  });

  it('is written into the output, with its calls, its console, what a tool tells the user, and its result', async () => {
    await send(
      [
        'console.log("looking");',
        'await tools.everything.getAnnotatedMessage({ messageType: "success" });',
        'return { sum: await tools.everything.getSum({ a: 40, b: 2 }) };',
      ].join('\n'),
    );
    await chat.answer();
    const told = await runs.notification(
      'tools.everything.getAnnotatedMessage: Operation completed successfully',
    );
    await told.getByRole('button', { name: 'Show Output' }).click();
    for (const line of [
      '] Started.',
      '] │ looking',
      '] For you, from tools.everything.getAnnotatedMessage',
      '] → tools.everything.getSum ·',
      '"sum": "The sum of 40 and 2 is 42',
      '] Done in',
    ]) {
      await workbench.outputShows(line);
    }
  });

  it('is linked from its line in the chat to its trace', async () => {
    await send('return await tools.everything.getSum({ a: 40, b: 2 });');
    await chat.answer();
    await workbench.page.locator('.interactive-response a', { hasText: 'Open Trace' }).last().click();
    const trace = await RunPage.open(workbench.page, 'everything.getSum');
    await trace.calls.filter({ hasText: 'getSum' }).waitFor();
  });

  it('is counted beside another one, and the user chooses which to cancel', async () => {
    writeScripts(session.workspace.folder, { longRun });
    await workbench.runScript('longRun.ts');
    await runs.inBar('tools.everything').waitFor();
    await send(longRun);
    await runs.inBar('2 scripts').waitFor();
    await workbench.runCommand('Code Mode: Cancel Run');
    await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'chat #' }).click();
    await chat.answer();
    assert.match(session.model.lastToolResult, /^Failed \(cancelled\)/);
    await runs.inBar('tools.everything').waitFor();
    await workbench.runCommand('Code Mode: Cancel Run');
    await isGone();
  });

  it('goes on where it failed when the model asks for it, and does each write once', async () => {
    using written = new TemporaryFolder('code-mode-counted-');
    addServer(session.workspace.folder, 'counting', countingServer(written.path));
    const code = [1, 2].map((n) => `await tools.counting.add({ n: ${n} });`).join('\n');
    session.model.play([
      executes(`${code}\nreturn await tools.counting.flaky({ n: 3 });`),
      // All that the model knows of the run is its receipt.
      (request) => {
        const [resume = 'no run is named'] = /\b[0-9a-z]{5}-[0-9a-z]{8}\b/.exec(lastText(request)) ?? [];
        return call('executeCode', { resume });
      },
      { text: 'Done.' },
    ]);
    await chat.send('Write three.');
    await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
    await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
    await chat.answer();
    assert.match(session.model.lastToolResult, /"total":\s*3/);
    assert.deepEqual(writesIn(written.path), [1, 2, 3]);
  });
});
