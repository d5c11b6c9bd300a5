// Who may write: scripts of a chat over real servers, and the answer of a user to the question. What an answer is good
// for, and how long: test/full/editor/chat/consents.test.ts.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import type { ScriptedChat } from '../bed/scriptedChat.ts';
import { storyChat } from '../bed/storyChat.ts';

describe('a script of a chat', function () {
  this.timeout(240_000);
  let scripts: ScriptedChat;
  const page = () => scripts.session.window.page;
  const makes = (name: string) => `return await tools.filesystem.createDirectory({ path: ${JSON.stringify(scripts.path(name))} });`;

  before(async () => {
    ({ scripts } = await storyChat());
  });

  afterEach(() => scripts.chat.newChat());

  it('that can write is shown by one question, which is ours; after a refusal nothing is written, and the model is told not to try again', async () => {
    const { result } = await scripts.start(makes('asked'));
    const question = await ApprovalQuestion.open(page());
    assert.match(await question.text(), /This script can write with tools\.filesystem\.createDirectory/);
    assert.match(await question.focused(), /Run Once/);
    assert.equal(await page().locator('.chat-tool-confirmation-carousel').count(), 0);
    await question.answer("Don't Run");
    const text = await result;
    assert.match(text, /The user refused to run this script, which calls tools\.filesystem\.createDirectory\./);
    assert.match(text, /Next: Do not retry/);
    assert.ok(!existsSync(scripts.path('asked')));
    await scripts.chat.answer();
  });

  it('is asked for a call that its code does not show, with the arguments, and learns of the refusal', async () => {
    const path = scripts.path('computed');
    const { result } = await scripts.start(
      `const name = ["write", "File"].join("");\nreturn await tools.filesystem[name]({ path: ${JSON.stringify(path)}, content: "x" }).catch((error) => error.message);`,
    );
    const question = await ApprovalQuestion.open(page());
    const text = (await question.text()).replaceAll(/\n↳ |\s/g, '');
    assert.match(text, /Therunningscriptcallstools\.filesystem\.writeFile,whichcandestroy/);
    assert.ok(text.includes(`path:${JSON.stringify(path)}`.replaceAll(/\s/g, '')), text);
    assert.match(text, /thisandeverylatercalloftools\.filesystem\.writeFileinthisrun/);
    await question.answer("Don't Allow");
    assert.match(await result, /was not called\. The user refused/);
    assert.ok(!existsSync(path));
    await scripts.chat.answer();
  });
});
