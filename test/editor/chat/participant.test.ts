// Tests `@code` in Copilot Chat with the model of the picker: the requests of each stage, and the display for the user.
// Planned calls, failures and stops: test/full/editor/chat/participant.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { answerFromSum, type ModelRequest, type ScriptedStep } from '../bed/scriptedModel.ts';
import { choose, isStage, write } from '../bed/stagedTurns.ts';
import { storyChat, type StoryChat } from '../bed/storyWindow.ts';
import { RunPage } from '../bed/runPage.ts';

describe('@code in a chat', () => {
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  afterEach(() => story.chat.newChat());

  it('chooses tools and says why, asks before it writes, answers from the result, and opens the run', async () => {
    const { chat, session } = story;
    const { page } = session.window;
    const report = join(session.workspace.folder, 'data', 'staged.txt');
    const code = [
      '// Adds and writes',
      'const sum = await tools.everything.getSum({ a: 40, b: 2 });',
      `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: String(sum) });`,
      'return sum;',
    ].join('\n');
    const stages: ModelRequest[] = [];
    const kept = (step: ScriptedStep) => (request: ModelRequest) => {
      stages.push(request);
      return typeof step === 'function' ? step(request) : step;
    };
    session.model.play(
      [kept(choose('everything.getSum', 'filesystem.writeFile')), kept(write(code)), kept(answerFromSum)],
      isStage,
    );
    await chat.send('@code Add 40 and 2 and write the sum down.');

    const question = await ApprovalQuestion.open(page);
    const response = page.locator('.interactive-response').last();
    await response
      .getByText('Chose tools.everything.getSum, tools.filesystem.writeFile: one adds, one writes')
      .waitFor();
    assert.ok(!existsSync(report), 'It wrote before it was allowed to.');
    await question.answer('Run Once');

    assert.match(await chat.answer(), /The answer is 42\./);
    assert.match(readFileSync(report, 'utf8'), /The sum of 40 and 2 is 42/);
    assert.deepEqual(
      stages.map(({ toolNames }) => toolNames.join()),
      ['choose_tools', 'run_script', ''],
    );
    assert.match(JSON.stringify(stages[0]?.body['tool_choice']), /required|choose_tools/);
    await response.getByRole('button', { name: 'Open Run' }).click();
    const trace = await RunPage.open(page, 'Adds and writes');
    await trace.content.getByText(/interpret: done/).waitFor();
    await trace.content
      .getByText(/select: tools\.everything\.getSum, tools\.filesystem\.writeFile: one adds, one writes/)
      .waitFor();
  });
});
