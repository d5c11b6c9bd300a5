// Tests the tools and instructions of Code Mode in a chat request of agent mode, for each mode of the workspace.
import assert from 'node:assert/strict';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { chatOptions, sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { changeSettings } from '../../../editor/bed/workspace.ts';

const own = ['executeCode', 'findTools'];
const attempts = 10;

describe('the mode of a workspace in agent mode', () => {
  let session: CopilotSession;
  let chat: ChatPanel;
  let asked = 0;

  before(async () => {
    session = await sharedEditorWithCopilot({ ...chatOptions, goOn: true });
    chat = await ChatPanel.open(session.window.page);
  });

  after(() => session.workspace.restore());

  /** The names of our tools in the request of a new message. */
  async function offered(): Promise<readonly string[]> {
    session.model.play([{ text: 'Nothing to do.' }]);
    await chat.send(`Which tools are there, for the ${(asked += 1)}. time?`);
    await chat.answer();
    const names = session.model.agentRequests.at(-1)?.toolNames ?? [];
    await chat.newChat();
    return names.filter((name) => own.includes(name)).sort();
  }

  for (const [mode, expected] of [
    ['off', []],
    ['code', own],
    ['tools', []],
    ['hybrid', own],
  ] as const) {
    it(`offers ${expected.length === 0 ? 'nothing of ours' : expected.join(' and ')}: ${mode}`, async () => {
      changeSettings(session.workspace.folder, { 'codeMode.mode': mode });
      // The editor has no event for when it has read a file and drawn its consequences.
      let names = await offered();
      for (let attempt = 1; attempt < attempts && names.length !== expected.length; attempt++)
        names = await offered();
      assert.deepEqual(names, expected);
    });
  }
});
