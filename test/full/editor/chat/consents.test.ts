// Tests the scope and duration of permissions to write: windows, workspaces, stops and reloads. The story is
// test/editor/chat/consents.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ScriptedChat } from '../../../editor/bed/scriptedChat.ts';
import { chatOptions } from '../../../editor/bed/sharedEditor.ts';
import { changeSettings } from '../../../editor/bed/workspace.ts';

describe('a script of a chat', () => {
  let scripts: ScriptedChat;
  const page = () => scripts.session.window.page;
  const makes = (name: string, form = '') =>
    `return await tools.filesystem.createDirectory${form}({ path: ${JSON.stringify(scripts.path(name))} });`;
  const writes = (name: string) =>
    `return await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path(name))}, content: "written" });`;
  const notes = 'return await tools.notes.writeNote({ text: "a note" });';

  before(async () => void (scripts = await ScriptedChat.open({ ...chatOptions, goOn: true })));

  after(() => scripts.chat.newChat());

  it('that was run once is asked for again in the same chat', async () => {
    assert.match(await scripts.asked(makes('once'), 'Run Once'), /once/);
    assert.ok(existsSync(scripts.path('once')));
    assert.match(await scripts.asked(makes('again'), "Don't Run"), /Failed \(denied\)/);
  });

  it('whose tool is allowed in this chat runs unasked there, in its raw form too, and is asked for in another one', async () => {
    await scripts.asked(makes('chat-1'), 'In This Chat');
    await scripts.unasked(makes('chat-2', '.raw'));
    await scripts.chat.newChat();
    await scripts.asked(makes('chat-3'), "Don't Run");
    assert.deepEqual(
      ['chat-1', 'chat-2', 'chat-3'].map((name) => existsSync(scripts.path(name))),
      [true, true, false],
    );
  });

  it('is asked for a call that its code does not show, with the arguments, and learns of the refusal', async () => {
    const path = scripts.path('computed');
    const { result } = await scripts.start(
      `const name = ["write", "File"].join("");\nreturn await tools.filesystem[name]({ path: ${JSON.stringify(path)}, content: "x" }).catch((error) => error.message);`,
    );
    const question = await ApprovalQuestion.open(page());
    const text = (await question.text()).replaceAll(/\n↳ |\s/g, '');
    assert.match(text, /Itcanoverwriteordeletedata\(filesystem\.writeFile\)/);
    assert.ok(text.includes(`path:${JSON.stringify(path)}`.replaceAll(/\s/g, '')), text);
    assert.match(text, /thisandeverylatercalloffilesystem\.writeFileinthisrun/);
    await question.answer("Don't Allow");
    assert.match(await result, /was not called\. The user refused/);
    assert.ok(!existsSync(path));
    await scripts.chat.answer();
  });

  it('that can destroy is asked for each time, and Enter does not run it', async () => {
    const { result } = await scripts.start(writes('destroyed'));
    const question = await ApprovalQuestion.open(page());
    assert.match(await question.text(), /It can overwrite or delete data \(filesystem\.writeFile\)/);
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

  it('whose tool is allowed in this window runs unasked in every chat of it, and a tool of another server does not', async () => {
    await scripts.asked(makes('window-1'), 'In This Window');
    await scripts.chat.newChat();
    await scripts.unasked(makes('window-2'));
    await scripts.asked(notes, "Don't Run");
  });

  it('that can destroy runs unasked where that very tool was allowed', async () => {
    await scripts.asked(writes('allowed-1'), 'In This Chat');
    await scripts.unasked(writes('allowed-2'));
    assert.ok(existsSync(scripts.path('allowed-2')));
    await scripts.chat.newChat();
  });

  it('shows the code at the line that writes, and the question stays', async () => {
    const { result } = await scripts.start(`const text = "1";\n\n${writes('shown')}`);
    const question = await ApprovalQuestion.open(page());
    const editor = page().locator('.editor-group-container .view-line', { hasText: 'const text' });
    while (!(await editor.isVisible())) {
      await question.row('filesystem.writeFile').click();
      await editor.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    await page().locator('.editor-group-container .active-line-number', { hasText: '3' }).waitFor();
    await question.answer("Don't Run");
    assert.match(await result, /refused/);
    await scripts.chat.answer();
  });

  it('closes its question when the chat is stopped, and writes nothing', async () => {
    await scripts.start(writes('stopped'));
    const question = await ApprovalQuestion.open(page());
    await scripts.chat.stop();
    await question.isGone();
    assert.ok(!existsSync(scripts.path('stopped')));
  });

  it('is asked for where the settings of the workspace say that no tool asks', async () => {
    changeSettings(scripts.session.workspace.folder, { 'chat.tools.global.autoApprove': true });
    await scripts.chat.newChat();
    await scripts.asked(writes('workspace'), "Don't Run");
    assert.ok(!existsSync(scripts.path('workspace')));
  });

  it('writes to the workspace where the user opened it, and nowhere else', async () => {
    const writesTo = (path: string) =>
      `return await tools.workspace.writeFile({ path: "data/${path}", content: "written" });`;
    const said = await scripts.asked(writesTo('open/a.txt'), 'Run Once');
    assert.ok(existsSync(scripts.path('open/a.txt')), said);
    assert.equal(readFileSync(scripts.path('open/a.txt'), 'utf8'), 'written');
    assert.match(await scripts.asked(writesTo('closed.txt'), 'Run Once'), /writePaths/);
    assert.ok(!existsSync(scripts.path('closed.txt')));
  });

  it('that only reads is never asked for', async () => {
    assert.match(await scripts.unasked('return await tools.everything.getSum({ a: 40, b: 2 });'), /42/);
  });

  it('is asked for after a reload, but where its tool is allowed in this workspace or always', async () => {
    await scripts.asked(notes, 'In This Workspace');
    // A tool of this test alone: what is always allowed is so for later files, too.
    const edits = (oldText: string, newText: string) =>
      `return await tools.filesystem.editFile({ path: ${JSON.stringify(scripts.path('alpha.txt'))}, edits: [{ oldText: "${oldText}", newText: "${newText}" }] });`;
    await scripts.asked(edits('alpha', 'always-1'), 'Everywhere');
    await scripts.reload('edit_file');
    assert.match(await scripts.unasked(notes), /noted/);
    await scripts.unasked(edits('always-1', 'always-2'));
    assert.match(readFileSync(scripts.path('alpha.txt'), 'utf8'), /always-2/);
    await scripts.asked(makes('window-3'), "Don't Run");
  });
});
