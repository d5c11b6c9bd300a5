// VS Code as a client of `code-mode serve`: the command in `.vscode/mcp.json`, called by Copilot Chat in agent mode.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../../../fakes/testEngine.ts';
import { realServer } from '../../../mcp/realServer.ts';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { call } from '../../../editor/bed/scriptedModel.ts';
import { sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { addServer, changeSettings } from '../../../editor/bed/workspace.ts';

describe('code-mode serve in .vscode/mcp.json', () => {
  let session: CopilotSession;
  let chat: ChatPanel;

  before(async () => {
    // Nothing of the extension's own is in the chat.
    session = await sharedEditorWithCopilot({ settings: { 'codeMode.mode': 'off' } });
    const { folder } = session.workspace;
    writeFileSync(
      join(folder, 'served.json'),
      JSON.stringify({ servers: { everything: realServer('everything', 'stdio') } }),
    );
    changeSettings(folder, { 'chat.mcp.autostart': undefined });
    const args = [built('cli/main.js'), 'serve', '--config', join(folder, 'served.json')];
    addServer(folder, 'served', { type: 'stdio', command: process.execPath, args });
    chat = await ChatPanel.open(session.window.page);
  });

  it('gives agent mode executeCode, with signatures, and runs its script', async () => {
    const isOurs = (name: string) => /^mcp_.*executeCode$/.test(name);
    session.model.play([
      ({ toolNames }) => {
        const name = toolNames.find(isOurs);
        const code = 'return await tools.everything.getSum({ a: 40, b: 2 });';
        return name === undefined ? { text: `none of ${toolNames.join(' ')}` } : call(name, { code });
      },
      { text: 'Added.' },
    ]);
    await chat.send('Add 40 and 2.');
    assert.match(await chat.answer(), /Added\./);
    const [first] = session.model.agentRequests;
    assert.match(JSON.stringify(first?.body), /tools\.everything\.getSum\(/);
    assert.match(session.model.lastToolResult, /The sum of 40 and 2 is 42/);
  });
});
