// The window's own MCP servers in agent mode: what a request carries, an image through the passthrough, and questions in the chat.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ChatPanel } from '../bed/chatPanel.ts';
import { ChatQuestion } from '../bed/chatQuestion.ts';
import { pictureOfFailure, type CopilotSession } from '../bed/editorSession.ts';
import type { ScriptedTurn } from '../bed/scriptedModel.ts';
import { sharedEditorWithCopilot } from '../bed/sharedEditor.ts';
import { Workbench } from '../bed/workbench.ts';

const mostStarts = 20;

describe("the window's own MCP servers, in agent mode", function () {
  this.timeout(240_000);
  let session: CopilotSession;
  let chat: ChatPanel;
  let names: readonly string[] = [];
  const named = (ending: string) => names.filter((name) => name.endsWith(ending));

  before(async () => {
    const settings = { 'codeMode.chatTools': 'server', 'codeMode.excludedTools': ['everything.get-tiny-image'] };
    session = await sharedEditorWithCopilot({ settings, size: { width: 1400, height: 1100 } });
    chat = await ChatPanel.open(session.window.page);
    const workbench = await Workbench.open(session.window.page);
    // VS Code starts no server that it does not know yet.
    for (let attempt = 0; attempt < mostStarts && !(isServed('executeCode') && isServed('tiny-image')); attempt++) {
      await workbench.runCommand("Test: Start the Chat's Servers");
      session.model.play([{ text: 'Hi.' }]);
      await chat.send(`Hello number ${attempt}.`);
      await chat.answer();
      names = session.model.agentRequests.at(-1)?.toolNames ?? [];
    }
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.log(`      ${await pictureOfFailure(session, this.currentTest.fullTitle())}`);
  });

  /** As a tool of an MCP server: the language-model tools may be there first. */
  const isServed = (ending: string) => named(ending).some((name) => name.startsWith('mcp_'));
  const call = (ending: string, input: object): ScriptedTurn => ({ calls: [{ name: named(ending)[0] ?? ending, arguments: input }] });
  const lastMessage = () => session.model.agentRequests.at(-1)?.messages.at(-1)?.text ?? '';
  const writing = (report: string) => ({
    code: `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: "42" });\nreturn "written";`,
  });

  it('are in a request without the language-model tools', () => {
    const ours = [...named('executeCode'), ...named('findTools')];
    assert.equal(ours.length, 2, ours.join(' '));
    assert.ok(
      ours.every((name) => name.startsWith('mcp_')),
      ours.join(' '),
    );
  });

  it('give the model the image of a tool that is passed through as an image', async () => {
    session.model.play([call('tiny-image', {}), { text: 'A logo.' }]);
    await chat.send('Show me the logo.');
    await chat.answer();
    const body = JSON.stringify(session.model.agentRequests.at(-1)?.body['messages']);
    assert.match(body, /"type":"image_url"/);
    assert.match(body, /data:image\/png;base64,/);
  });

  it('write nothing that the user refuses in the chat', async () => {
    const report = join(session.workspace.folder, 'data', 'refused.txt');
    session.model.play([call('executeCode', writing(report)), { text: 'It was refused.' }]);
    await chat.send('Write the first report.');
    const question = await ChatQuestion.open(session.window.page);
    assert.match(await question.text(), /tools\.filesystem\.writeFile/);
    assert.ok(!existsSync(report), 'It wrote before it was allowed to.');
    await question.answer('Do not run it');
    await chat.answer();
    assert.match(lastMessage(), /denied/);
    assert.ok(!existsSync(report));
  });

  it('write what the user allows in the chat, once', async () => {
    const report = join(session.workspace.folder, 'data', 'allowed.txt');
    session.model.play([call('executeCode', writing(report)), { text: 'Done.' }]);
    await chat.send('Write the second report.');
    await (await ChatQuestion.open(session.window.page)).answer('Run it');
    await chat.answer();
    assert.match(lastMessage(), /written/);
    assert.ok(existsSync(report));
  });
});
