// A user sees a script while a chat runs it, and cancels it; a model goes on with a run that failed. Notifications, the
// output and several runs: test/full/editor/chat/runs.test.ts.
import assert from 'node:assert/strict';
import { countingServer, writesIn } from '../../fakes/countedRuns.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { lastToolResult, storyChat, type StoryChat } from '../bed/storyChat.ts';
import { addServer } from '../bed/workspace.ts';

describe('a script that a chat runs', function () {
  this.timeout(240_000);
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  afterEach(() => story.chat.newChat());

  it('is in the status bar with its progress, has its calls in the hover, and is cancelled from there', async () => {
    const { chat, session, workbench } = story;
    const runs = new RunsShown(workbench);
    const code = [
      'await tools.everything.getSum({ a: 40, b: 2 });',
      'codemode.progress("Comparing [pages](command:workbench.action.quit) $(error)", 0.4);',
      'await tools.everything.triggerLongRunningOperation({ duration: 60, steps: 60 });',
    ].join('\n');
    session.model.play([{ calls: [{ name: 'executeCode', arguments: { code } }] }, { text: 'Done.' }]);
    await chat.send('Go on.');
    await runs.inBar('Comparing [pages]').waitFor();
    const hover = await runs.hover();
    const text = await hover.innerText();
    assert.match(text, /^chat #\d+ · since \d\d:\d\d:\d\d\s+Comparing \[pages\]\(command:workbench\.action\.quit\) \$\(error\) \(40%\)/);
    assert.match(text, /tools\.everything\.getSum · [\d.]+ m?s/);
    assert.match(text, /tools\.everything\.triggerLongRunningOperation/);
    assert.deepEqual(await hover.locator('a').allInnerTexts(), ['Cancel', 'Open Trace', 'Show Output']);
    await hover.locator('a', { hasText: 'Cancel' }).click();
    await chat.answer();
    assert.match(lastToolResult(story), /^Failed \(cancelled\)/);
    assert.match(lastToolResult(story), /Receipt[^]*in flight[^]*triggerLongRunningOperation/);
    await runs.inBar('').waitFor({ state: 'hidden' });
    await workbench.runCommand('Code Mode: Show Run Output');
    await workbench.outputShows('] Cancelled after');
  });

  it('goes on where it failed when the model asks for it, and does each write once', async () => {
    const { chat, session, workbench } = story;
    using written = new TemporaryFolder('code-mode-counted-');
    addServer(session.workspace.folder, 'counting', countingServer(written.path));
    const code = [1, 2].map((n) => `await tools.counting.add({ n: ${n} });`).join('\n');
    session.model.play([
      { calls: [{ name: 'executeCode', arguments: { code: `${code}\nreturn await tools.counting.flaky({ n: 3 });` } }] },
      // All that the model knows of the run is its receipt.
      ({ messages }) => {
        const resume = /\b[0-9a-z]{5}-[0-9a-z]{8}\b/.exec(messages.at(-1)?.text ?? '')?.[0] ?? 'no run is named';
        return { calls: [{ name: 'executeCode', arguments: { resume } }] };
      },
      { text: 'Done.' },
    ]);
    await chat.send('Write three.');
    await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
    await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
    await chat.answer();
    assert.match(lastToolResult(story), /"total":\s*3/);
    assert.deepEqual(writesIn(written.path), [1, 2, 3]);
  });
});
