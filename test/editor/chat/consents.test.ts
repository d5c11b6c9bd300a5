// Who may write, and for how long: scripts of a chat over real servers, the answers of a user to the question, a new
// chat. Windows, workspaces and reloads: test/full/editor/chat/consents.test.ts.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import type { ScriptedChat } from '../bed/scriptedChat.ts';
import { storyChat } from '../bed/storyChat.ts';

describe('a script of a chat', function () {
  this.timeout(240_000);
  let scripts: ScriptedChat;
  const page = () => scripts.session.window.page;
  const makes = (name: string, form = '') =>
    `return await tools.filesystem.createDirectory${form}({ path: ${JSON.stringify(scripts.path(name))} });`;
  const writes = (name: string) =>
    `return await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path(name))}, content: "written" });`;

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

  it('whose tool is allowed in this chat runs unasked there, in its raw form too, and is asked for in another one', async () => {
    await scripts.asked(makes('chat-1'), 'Run and Allow This Tool in This Chat');
    await scripts.unasked(makes('chat-2', '.raw'));
    await scripts.chat.newChat();
    await scripts.asked(makes('chat-3'), "Don't Run");
    assert.deepEqual(
      ['chat-1', 'chat-2', 'chat-3'].map((name) => existsSync(scripts.path(name))),
      [true, true, false],
    );
  });

  it('that can destroy is asked for each time, and Enter does not run it', async () => {
    const { result } = await scripts.start(writes('destroyed'));
    const question = await ApprovalQuestion.open(page());
    assert.match(await question.text(), /This script can destroy with tools\.filesystem\.writeFile/);
    assert.match(await question.focused(), /Don't Run/);
    while (await ApprovalQuestion.locate(page()).isVisible()) await question.press('Enter');
    assert.match(await result, /The user refused to run this script/);
    await scripts.chat.answer();
    await scripts.asked(writes('destroyed'), 'Run Once');
    await scripts.asked(writes('destroyed-again'), "Don't Run");
    assert.deepEqual(
      ['destroyed', 'destroyed-again'].map((name) => existsSync(scripts.path(name))),
      [true, false],
    );
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

  it('is asked for all the same in a chat whose permissions allow all', async () => {
    await scripts.chat.permit('Allow all');
    const text = await scripts.asked(writes('permitted'), "Don't Run");
    assert.match(text, /The user refused/);
    assert.ok(!existsSync(scripts.path('permitted')));
  });
});
