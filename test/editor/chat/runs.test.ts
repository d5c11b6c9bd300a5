// Tests that a user sees a script while a chat runs it, and cancels it. Notifications, the output, several runs and
// resumed runs: test/full/editor/chat/runs.test.ts.
import assert from 'node:assert/strict';
import { RunsShown } from '../bed/runsShown.ts';
import { executes } from '../bed/scriptedModel.ts';
import { storyChat, type StoryChat } from '../bed/storyWindow.ts';

describe('a script that a chat runs', () => {
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
    session.model.play([executes(code), { text: 'Done.' }]);
    await chat.send('Go on.');
    await runs.inBar('Comparing [pages]').waitFor();
    const hover = await runs.hover();
    const text = await hover.innerText();
    assert.match(
      text,
      /^chat #\d+ · since \d\d:\d\d:\d\d\s+Comparing \[pages\]\(command:workbench\.action\.quit\) \$\(error\) \(40%\)/,
    );
    assert.match(text, /tools\.everything\.getSum · [\d.]+ m?s/);
    assert.match(text, /tools\.everything\.triggerLongRunningOperation/);
    assert.deepEqual(await hover.locator('a').allInnerTexts(), ['Cancel', 'Open Trace', 'Show Output']);
    await hover.locator('a', { hasText: 'Cancel' }).click();
    await chat.answer();
    assert.match(session.model.lastToolResult, /^Failed \(cancelled\)/);
    assert.match(session.model.lastToolResult, /Receipt[^]*in flight[^]*triggerLongRunningOperation/);
    await runs.inBar('').waitFor({ state: 'hidden' });
    await workbench.runCommand('Code Mode: Show Run Output');
    await workbench.outputShows('] Cancelled after');
  });
});
