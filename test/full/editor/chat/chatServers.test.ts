// The window's own MCP servers in agent mode: what a request carries, an image through the passthrough, and questions
// in the chat.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultServer } from '../../../fakes/faultServer.ts';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import { ChatQuestion } from '../../../editor/bed/chatQuestion.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { call, type ScriptedTurn } from '../../../editor/bed/scriptedModel.ts';
import { sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { addServer, writeScripts } from '../../../editor/bed/workspace.ts';

/**
 * Until the window's servers are there: on a busy machine the lists of the workspace's servers, which they wait for,
 * take a minute.
 */
const startMs = 150_000;
const served = ['executeCode', 'findTools', 'tiny-image', 'passed_hang'];

describe("the window's own MCP servers, in agent mode", () => {
  let session: CopilotSession;
  let chat: ChatPanel;
  let workbench: Workbench;
  let starts = 0;
  let names: readonly string[] = [];
  const named = (ending: string) => names.filter((name) => name.endsWith(ending));

  before(async () => {
    const settings = {
      'codeMode.chatTools': 'server',
      'codeMode.excludedTools': ['everything.get-tiny-image', 'passed.*'],
    };
    session = await sharedEditorWithCopilot({ settings, size: { width: 1400, height: 1100 } });
    for (const name of ['passed', 'coded']) addServer(session.workspace.folder, name, faultServer());
    await start();
  });

  /** Until the chat has the tools of both servers. VS Code starts no server that it does not know yet. */
  async function start(): Promise<void> {
    names = [];
    chat = await ChatPanel.open(session.window.page);
    workbench = await Workbench.open(session.window.page);
    for (const end = Date.now() + startMs; Date.now() < end && !served.every(isServed);) {
      await workbench.runCommand("Test: Start the Chat's Servers");
      session.model.play([{ text: 'Hi.' }]);
      await chat.send(`Hello number ${(starts += 1)}.`);
      await chat.answer();
      names = session.model.agentRequests.at(-1)?.toolNames ?? [];
    }
    assert.ok(served.every(isServed), `The chat has ${names.join(', ')}.`);
  }

  const isServed = (ending: string) => named(ending).some((name) => name.startsWith('mcp_'));
  const calls = (ending: string, input: object) => call(named(ending)[0] ?? ending, input);
  const writing = (report: string) => ({
    code: `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: "42" });\nreturn "written";`,
  });

  it('give the model the image of a tool that is passed through as an image', async () => {
    session.model.play([calls('tiny-image', {}), { text: 'A logo.' }]);
    await chat.send('Show me the logo.');
    await chat.answer();
    const body = JSON.stringify(session.model.agentRequests.at(-1)?.body['messages']);
    assert.match(body, /"type":"image_url"/);
    assert.match(body, /data:image\/png;base64,/);
  });

  it('write nothing that the user refuses in the chat', async () => {
    const report = join(session.workspace.folder, 'data', 'refused.txt');
    session.model.play([calls('executeCode', writing(report)), { text: 'It was refused.' }]);
    await chat.send('Write the first report.');
    const question = await ChatQuestion.open(session.window.page);
    assert.match(await question.text(), /tools\.filesystem\.writeFile/);
    assert.ok(!existsSync(report), 'It wrote before it was allowed to.');
    await question.answer('Do not run it');
    await chat.answer();
    assert.match(session.model.lastToolResult, /denied/);
    assert.ok(!existsSync(report));
  });

  describe('show what a call says of its progress, and cancel it at its server when the chat is stopped:', () => {
    const shown = (text: string | RegExp) =>
      session.window.page
        .locator('.interactive-response.chat-most-recent-response', { hasText: text })
        .waitFor();
    const cancelled = async (answer: () => ScriptedTurn) => {
      session.model.play([answer(), { text: 'Counted.' }]);
      await chat.send(`What was cancelled, for the ${(starts += 1)}. time?`);
      await chat.answer();
      return session.model.lastToolResult;
    };

    it('an ordinary tool', async () => {
      session.model.play([calls('passed_hang', {})]);
      await chat.send('Hang in a tool.');
      await shown('hanging');
      await chat.stop();
      await chat.answer();
      assert.match(await cancelled(() => calls('passed_cancellations', {})), /"cancelled":\s*\[\s*"hang"/);
    });

    it('a script', async () => {
      session.model.play([
        calls('executeCode', { code: 'codemode.progress("halfway", 0.5);\nawait tools.coded.hang({});' }),
      ]);
      await chat.send('Hang in a script.');
      await shown(/halfway|hanging/);
      await chat.stop();
      await chat.answer();
      const code = 'return await tools.coded.cancellations({});';
      assert.match(await cancelled(() => calls('executeCode', { code })), /"cancelled":\s*\[\s*"hang"/);
    });
  });

  describe('with a tool that was allowed for longer in the editor', () => {
    const note = () =>
      calls('executeCode', { code: 'return await tools.coded.writeNote({ text: "from the chat" });' });
    const question = () => ChatQuestion.open(session.window.page);

    before(async () => {
      const note = 'return await tools.coded.writeNote({ text: "from a script" });\n';
      writeScripts(session.workspace.folder, { note });
      await workbench.runScript('note.ts');
      await (await ApprovalQuestion.open(session.window.page)).answer('In This Window');
    });

    it('ask no more', async () => {
      session.model.play([note(), { text: 'Noted.' }]);
      await chat.send('Note something.');
      const answered = chat.answer();
      assert.equal(
        await Promise.race([
          answered.then(() => 'answered'),
          question().then(
            () => 'asked',
            () => 'nothing',
          ),
        ]),
        'answered',
      );
      assert.match(session.model.lastToolResult, /noted/);
    });

    it('ask again once that is revoked', async () => {
      await workbench.runCommand('Code Mode: Manage Approvals');
      // By its name for a screen reader: a row that goes on for another consent keeps the old text in it for a while.
      const row = session.window.page
        .locator('.quick-input-widget')
        .getByRole('option', { name: 'tools.coded.writeNote' });
      await row.click();
      await row.waitFor({ state: 'hidden' });
      await session.window.page.keyboard.press('Escape');
      session.model.play([note(), { text: 'It was refused.' }]);
      await chat.send('Note something else.');
      await (await question()).answer('Do not run it');
      await chat.answer();
      assert.match(session.model.lastToolResult, /denied/);
    });
  });

  it('write without a further question once the user allowed it for longer in the chat', async () => {
    for (const name of ['first', 'second']) {
      const report = join(session.workspace.folder, 'data', `${name}.txt`);
      session.model.play([calls('executeCode', writing(report)), { text: 'It was written.' }]);
      await chat.send(`Write the ${name} report, allowed in this chat.`);
      if (name === 'first') {
        const question = await ChatQuestion.open(session.window.page);
        await question.answerAlways('Always allow in this chat, until the window closes');
      }
      await chat.answer();
      assert.equal(readFileSync(report, 'utf8'), '42');
    }
  });

  it('are reached again after the window was reloaded', async () => {
    await session.window.page.reload();
    await start();
    session.model.play([
      calls('executeCode', { code: 'return await tools.coded.pid({});' }),
      calls('passed_pid', {}),
      { text: 'Both.' },
    ]);
    await chat.send('Which processes are there?');
    await chat.answer();
    const results = (session.model.agentRequests.at(-1)?.messages ?? [])
      .filter(({ role }) => role === 'tool')
      .slice(-2);
    assert.deepEqual(
      results.map(({ text }) => /"pid":\s*\d+/.test(text)),
      [true, true],
      JSON.stringify(results),
    );
  });

  it('were the only form of our tools in each request, also right after the reload', () => {
    const forms = session.model.agentRequests.flatMap(({ toolNames }) =>
      toolNames.filter((name) => /(executeCode|findTools)$/.test(name)),
    );
    assert.ok(forms.length > 2);
    assert.deepEqual(new Set(forms), new Set(forms.filter((name) => name.startsWith('mcp_'))));
  });
});
