// Tests scripts of a chat that write, over real servers, and the user's answer to the question. The other answers, and
// their duration: test/full/editor/chat/consents.test.ts.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import type { ScriptedChat } from '../bed/scriptedChat.ts';
import { storyChat } from '../bed/storyWindow.ts';

describe('a script of a chat', () => {
  let scripts: ScriptedChat;
  const page = () => scripts.session.window.page;
  const makes = (name: string) =>
    `return await tools.filesystem.createDirectory({ path: ${JSON.stringify(scripts.path(name))} });`;

  before(async () => {
    ({ scripts } = await storyChat());
  });

  afterEach(() => scripts.chat.newChat());

  it('that can write is shown by one question, which is ours; after a refusal nothing is written, and the model is told not to try again', async () => {
    const { result } = await scripts.start(makes('asked'));
    const question = await ApprovalQuestion.open(page());
    assert.match(
      await question.text(),
      /Run this script\? It can change data \(filesystem\.createDirectory\)\./,
    );
    assert.match(await question.focused(), /Don't Run/);
    assert.equal(await page().locator('.chat-tool-confirmation-carousel').count(), 0);
    await question.answer("Don't Run");
    const text = await result;
    assert.match(
      text,
      /The user refused to run this script, which calls tools\.filesystem\.createDirectory\./,
    );
    assert.match(text, /Next: Do not retry/);
    assert.doesNotMatch(text, /Correct the call/);
    assert.ok(!existsSync(scripts.path('asked')));
    await scripts.chat.answer();
  });
});
