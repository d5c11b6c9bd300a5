// Tests the requests of each agent with over 100 tools of real servers, and Set Up beside them. The
// settings that Set Up writes and takes back: test/editor/chat/setUp.test.ts.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { realServer } from '../../../mcp/realServer.ts';
import { untilDone } from '../../../editor/bed/attempts.ts';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { executes, type ModelRequest } from '../../../editor/bed/scriptedModel.ts';
import { sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { addServer } from '../../../editor/bed/workspace.ts';

const attempts = 5;
const setUpMs = 15_000;

describe('a workspace with over 100 MCP tools', () => {
  let session: CopilotSession;
  let workbench: Workbench;
  let chat: ChatPanel;

  before(async () => {
    session = await sharedEditorWithCopilot({ size: { width: 1400, height: 1100 } });
    const { folder } = session.workspace;
    for (const name of ['memory', 'playwright', 'chrome-devtools', 'notion', 'git'] as const)
      addServer(folder, name, realServer(name));
    // VS Code starts the servers, too, as it does by itself.
    setMode('off');
    workbench = await Workbench.open(session.window.page);
    chat = await ChatPanel.open(session.window.page);
  });

  after(() => chat.chooseAgent('Agent'));

  afterEach(async () => {
    await chat.newChat();
  });

  const settingsFile = () => join(session.workspace.folder, '.vscode', 'settings.json');
  /** Again where the chat, which takes the focus when it is new, has closed the palette or the list. */
  const openSetUp = async (): Promise<Locator> => {
    const steps = workbench.page.locator('.quick-input-widget', { hasText: 'Code Mode: Set Up' });
    await untilDone(attempts, async () => {
      await workbench.runCommand('Code Mode: Set Up');
      await steps.waitFor({ timeout: setUpMs });
    });
    return steps;
  };
  const setMode = (mode: string) =>
    writeFileSync(
      settingsFile(),
      JSON.stringify({ 'chat.mcp.autostart': 'newAndOutdated', 'codeMode.mode': mode }, undefined, 2),
    );
  const carriedBy = async (agent: string, how = ''): Promise<ModelRequest> => {
    await chat.chooseAgent(agent);
    session.model.play([{ text: 'Hello.' }]);
    await chat.send('Hello.');
    await chat.answer();
    const request = session.model.agentRequests.at(-1);
    assert.ok(request);
    const { tools, messages } = request.tokens;
    console.log(
      `      ${agent}${how}: ${request.toolNames.length} tools, ${tools} tokens of tools, ${messages} tokens of messages`,
    );
    return request;
  };
  const isOfServer = (tool: string) => tool.startsWith('mcp_') || tool.startsWith('activate_');

  it('has nothing of ours in its requests where codeMode.mode is off', async () => {
    const { toolNames } = await carriedBy('Agent', ' without us');
    assert.ok(
      !toolNames.includes('executeCode') && toolNames.filter(isOfServer).length > 40,
      toolNames.join(' '),
    );
  });

  it('is not offered there by Set Up either', async () => {
    const steps = await openSetUp();
    assert.match(
      (await steps.locator('input').first().getAttribute('placeholder')) ?? '',
      /codeMode\.mode is "off"/,
    );
    assert.equal(await steps.locator('.monaco-list-row', { hasText: 'Open a Chat' }).count(), 0);
    await steps.press('Escape');
    setMode('hybrid');
  });

  it('leaves a request of the agent Code Mode without the tools of servers', async () => {
    let request = await carriedBy('Code Mode');
    // The editor has no event for when it has read the settings and drawn their consequences.
    for (let attempt = 1; attempt < attempts && !request.toolNames.includes('executeCode'); attempt++) {
      await chat.newChat();
      request = await carriedBy('Code Mode');
    }
    assert.ok(request.toolNames.includes('executeCode'));
    assert.deepEqual(request.toolNames.filter(isOfServer), []);
  });

  it('leads from Set Up to the setting that offers the two tools through an MCP server', async () => {
    await (await openSetUp()).locator('.monaco-list-row', { hasText: 'Chat Lacks executeCode Here' }).click();
    const dialog = await workbench.dialog();
    assert.match(await dialog.innerText(), /code-mode setup claude-code-project/);
    await dialog.getByRole('button', { name: 'Open Settings' }).click();
    await workbench.page.locator('.settings-editor', { hasText: 'Chat Tools' }).waitFor();
    await workbench.runCommand('View: Close All Editors');
  });

  it('fills each request of the agent that VS Code starts with, beside our two tools', async () => {
    const { toolNames } = await carriedBy('Agent', ' with us');
    assert.ok(
      toolNames.includes('executeCode') && toolNames.filter(isOfServer).length > 40,
      toolNames.join(' '),
    );
    await chat.chooseAgent('Code Mode');
  });

  it('says in the status bar what was saved once a script of that agent ran', async () => {
    await (await openSetUp()).press('Escape');
    const code = '// Code Mode\nreturn await tools.everything.getSum({ a: 40, b: 2 });';
    session.model.play([executes(code), { text: 'It is 42.' }]);
    await chat.send('Add 40 and 2.');
    await chat.answer();
    await workbench.page
      .locator('.statusbar-item', { hasText: /Code Mode: saved ≈[\d.]+k tokens/ })
      .waitFor();
  });
});
