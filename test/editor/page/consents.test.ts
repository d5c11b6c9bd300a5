// Who may write, and for how long: scripts of a chat over real servers, the answers of a user to the question, new chats, reloads.
// What VS Code has allowed counts for nothing.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultServer } from '../../fakes/faultServer.ts';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { ChatPanel } from '../bed/chatPanel.ts';
import { openEditorWithCopilot, pictureOfFailure, type CopilotSession, type SessionOptions } from '../bed/editorSession.ts';
import { prepareBed } from '../bed/testBed.ts';
import { addServer } from '../bed/workspace.ts';

/** A chat in which a model runs scripts, one after another. */
class ScriptedChat {
  readonly session: CopilotSession;
  chat: ChatPanel;
  #runs = 0;

  private constructor(session: CopilotSession, chat: ChatPanel) {
    this.session = session;
    this.chat = chat;
  }

  static async open(options: SessionOptions = {}): Promise<ScriptedChat> {
    const session = await openEditorWithCopilot(await prepareBed(), options);
    addServer(session.workspace.folder, 'notes', faultServer('ok'));
    return new ScriptedChat(session, await ChatPanel.open(session.window.page));
  }

  /** In `data/`, which the file server serves. */
  path(name: string): string {
    return join(this.session.workspace.folder, 'data', name);
  }

  /** Has the model run a script; `result` is what it gets for it. */
  async start(code: string): Promise<{ readonly result: Promise<string> }> {
    const { promise: result, resolve } = Promise.withResolvers<string>();
    this.session.model.play([
      { calls: [{ name: 'executeCode', arguments: { code } }] },
      ({ messages }) => {
        resolve(messages.at(-1)?.text ?? '');
        return { text: 'I see.' };
      },
    ]);
    await this.chat.send(`Please run number ${++this.#runs}.`);
    return { result };
  }

  /** Runs a script that has to be asked for, and answers. */
  async asked(code: string, answer: string): Promise<string> {
    const { result } = await this.start(code);
    const question = await Promise.race([ApprovalQuestion.open(this.session.window.page), result]);
    if (typeof question === 'string') assert.fail(`It ran unasked: ${question}`);
    await question.answer(answer);
    return this.#ended(result);
  }

  /** Runs a script that may not be asked for. */
  async unasked(code: string): Promise<string> {
    const { result } = await this.start(code);
    const question = await Promise.race([ApprovalQuestion.open(this.session.window.page), result]);
    if (typeof question !== 'string') assert.fail(`It was asked for: ${await question.text()}`);
    return this.#ended(result);
  }

  async reload(): Promise<void> {
    await this.session.window.page.reload();
    this.chat = await ChatPanel.open(this.session.window.page);
  }

  async #ended(result: Promise<string>): Promise<string> {
    const text = await result;
    await this.chat.answer();
    return text;
  }
}

describe('a script of a chat', function () {
  this.timeout(180_000);
  let scripts: ScriptedChat;
  const page = () => scripts.session.window.page;
  const makes = (name: string) => `return await tools.filesystem.createDirectory({ path: ${JSON.stringify(scripts.path(name))} });`;
  const writes = (name: string) =>
    `return await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path(name))}, content: "written" });`;
  const notes = 'return await tools.notes.writeNote({ text: "a note" });';

  before(async () => void (scripts = await ScriptedChat.open({ settings: { 'codeMode.workspace.writePaths': ['data/open/**'] } })));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      console.log(`      ${await pictureOfFailure(scripts.session, this.currentTest.fullTitle())}`);
      await page().keyboard.press('Escape');
    }
  });

  after(() => scripts.session[Symbol.asyncDispose]());

  it('that can write is shown by one question, which is ours, and nothing is written before the answer', async () => {
    const { result } = await scripts.start(makes('asked'));
    const question = await ApprovalQuestion.open(page());
    assert.match(await question.text(), /This script can write with tools\.filesystem\.createDirectory/);
    assert.match(await question.focused(), /Run Once/);
    assert.equal(await page().locator('.chat-tool-confirmation-carousel').count(), 0);
    assert.ok(!existsSync(scripts.path('asked')));
    await question.answer('Run Once');
    assert.match(await result, /asked/);
    assert.ok(existsSync(scripts.path('asked')));
    await scripts.chat.answer();
  });

  it('that was run once is asked for again in the same chat', async () => {
    assert.match(await scripts.asked(makes('again'), "Don't Run"), /Failed \(denied\)/);
  });

  it('whose tool is allowed in this chat runs unasked there, in its raw form too, and is asked for in another one', async () => {
    await scripts.asked(makes('chat-1'), 'Run and Allow This Tool in This Chat');
    await scripts.unasked(makes('chat-2'));
    await scripts.unasked(`return await tools.filesystem.createDirectory.raw({ path: ${JSON.stringify(scripts.path('chat-3'))} });`);
    await scripts.chat.newChat();
    await scripts.asked(makes('chat-4'), "Don't Run");
    assert.deepEqual(
      ['chat-2', 'chat-3', 'chat-4'].map((name) => existsSync(scripts.path(name))),
      [true, true, false],
    );
  });

  it('whose tool is allowed in this window runs unasked in every chat of it, and a tool of another server does not', async () => {
    await scripts.asked(makes('window-1'), 'Run and Allow This Tool in This Window');
    await scripts.chat.newChat();
    await scripts.unasked(makes('window-2'));
    await scripts.asked(notes, "Don't Run");
  });

  it('that can destroy is asked for each time, and Enter does not run it', async () => {
    assert.ok(!existsSync(scripts.path('destroyed')));
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

  it('that can destroy runs unasked where that very tool was allowed', async () => {
    await scripts.asked(writes('allowed-1'), 'Run and Allow This Tool in This Chat');
    await scripts.unasked(writes('allowed-2'));
    assert.ok(existsSync(scripts.path('allowed-2')));
    await scripts.chat.newChat();
  });

  it('shows the code at the line that writes, and the question stays', async () => {
    const { result } = await scripts.start(`const text = "1";\n\n${writes('shown')}`);
    const question = await ApprovalQuestion.open(page());
    const editor = page().locator('.editor-group-container .view-line', { hasText: 'const text' });
    while (!(await editor.isVisible())) {
      await question.row('tools.filesystem.writeFile').click();
      await editor.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    await page().locator('.editor-group-container .active-line-number', { hasText: '3' }).waitFor();
    await question.answer("Don't Run");
    assert.match(await result, /refused/);
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
    assert.match(await result, /was not called\. The user refused to allow the call\. Do not try it again/);
    assert.ok(!existsSync(path));
    await scripts.chat.answer();
  });

  it('tells the model after a refusal not to try again', async () => {
    const text = await scripts.asked(notes, "Don't Run");
    assert.match(text, /The user refused to run this script, which calls tools\.notes\.writeNote\./);
    assert.match(text, /Next: Do not try it again in any way unless the user asks\./);
    assert.doesNotMatch(text, /Correct the call/);
  });

  it('closes its question when the chat is stopped, and writes nothing', async () => {
    await scripts.start(writes('stopped'));
    const question = await ApprovalQuestion.open(page());
    await page().locator('.interactive-input-part .codicon-stop-circle').first().click();
    await question.isGone();
    assert.ok(!existsSync(scripts.path('stopped')));
  });

  it('is asked for where the settings of the workspace say that no tool asks', async () => {
    const file = join(scripts.session.workspace.folder, '.vscode', 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...settings, 'chat.tools.global.autoApprove': true }));
    await scripts.chat.newChat();
    await scripts.asked(writes('workspace'), "Don't Run");
    assert.ok(!existsSync(scripts.path('workspace')));
  });

  it('writes to the workspace where the user opened it, and nowhere else', async () => {
    const writesTo = (path: string) => `return await tools.workspace.writeFile({ path: "data/${path}", content: "written" });`;
    await scripts.asked(writesTo('open/a.txt'), 'Run Once');
    assert.equal(readFileSync(scripts.path('open/a.txt'), 'utf8'), 'written');
    assert.match(await scripts.asked(writesTo('closed.txt'), 'Run Once'), /writePaths/);
    assert.ok(!existsSync(scripts.path('closed.txt')));
  });

  it('that only reads is never asked for', async () => {
    assert.match(await scripts.unasked('return await tools.everything.getSum({ a: 40, b: 2 });'), /42/);
  });

  it('is asked for after a reload, but where its tool is allowed in this workspace or always', async () => {
    await scripts.asked(notes, 'Run and Allow This Tool in This Workspace');
    await scripts.asked(writes('always-1'), 'Run and Allow This Tool Always');
    await scripts.reload();
    assert.match(await scripts.unasked(notes), /noted/);
    await scripts.unasked(writes('always-2'));
    assert.ok(existsSync(scripts.path('always-2')));
    await scripts.asked(makes('window-3'), "Don't Run");
  });
});

describe('a script of a chat in which VS Code asks nothing', function () {
  this.timeout(180_000);
  let scripts: ScriptedChat;
  const write = (name: string) =>
    `return await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path(name))}, content: "written" });`;

  before(async () => void (scripts = await ScriptedChat.open({ settings: { 'codeMode.approvals.timeoutSeconds': 5 } })));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.log(`      ${await pictureOfFailure(scripts.session, this.currentTest.fullTitle())}`);
    await scripts.chat.newChat();
  });

  after(() => scripts.session[Symbol.asyncDispose]());

  for (const level of ['Allow all', 'Autopilot']) {
    it(`by its permissions (${level}) is asked for all the same, and refused when no answer comes`, async () => {
      await scripts.chat.permit(level);
      const { result } = await scripts.start(write('permitted'));
      const question = await ApprovalQuestion.open(scripts.session.window.page);
      assert.match(await result, /The user did not answer whether to run this script.*Next: Tell the user what waits/s);
      await question.isGone();
      assert.ok(!existsSync(scripts.path('permitted')));
    });
  }
});

describe('a script of a chat whose user has turned chat.tools.global.autoApprove on', function () {
  this.timeout(180_000);

  it('is asked for all the same', async () => {
    const scripts = await ScriptedChat.open({ settings: { 'chat.tools.global.autoApprove': true } });
    await using _session = scripts.session;
    const path = JSON.stringify(scripts.path('approved'));
    await scripts.asked(`return await tools.filesystem.writeFile({ path: ${path}, content: "written" });`, "Don't Run");
    assert.ok(!existsSync(scripts.path('approved')));
  });
});
