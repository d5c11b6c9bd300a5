// A rule about the flow of data, as the user of a chat sees it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { storyChat, type StoryChat } from '../../../editor/bed/storyChat.ts';

const secret = 'The merger with Northwind closes on Friday';

describe('a rule about the flow of data', function () {
  this.timeout(240_000);
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
    writeFileSync(story.scripts.path('secret.txt'), secret);
  });

  afterEach(() => story.chat.newChat());

  it('asks before the call after another server answered, which a no stops and a yes lets go', async () => {
    const code = [
      'const { content } = await tools.workspace.readFile({ path: "data/secret.txt" });',
      'return await tools.everything.echo({ message: `Read: ${content}` });',
    ].join('\n');
    const { result } = await story.scripts.start(code);
    const question = await ApprovalQuestion.open(story.workbench.page);
    const text = await question.text();
    assert.match(text, /tools\.everything\.echo is called after tools\.workspace\.readFile answered/);
    assert.ok(text.includes(secret), text);
    assert.match(await question.focused(), /Don't Allow/);
    await question.answer("Don't Allow");
    const answer = await result;
    assert.match(answer, /Failed \(denied\).*tools\.everything\.echo was not called/);
    assert.ok(!answer.includes('Northwind'), answer);
    await story.chat.answer();
    assert.match(
      await story.scripts.asked(code, 'Allow in This Run'),
      /Echo: Read: The merger with Northwind/,
    );
  });
});
