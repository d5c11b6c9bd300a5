// The agent "Code Mode" and the mode of a workspace: what of ours a chat request carries. With over 100 tools:
// test/full/editor/chat/setUp.test.ts.
import assert from 'node:assert/strict';
import type { ModelRequest } from '../bed/scriptedModel.ts';
import { storyChat, type StoryChat } from '../bed/storyChat.ts';
import { applySettings } from '../bed/storyWindow.ts';

const own = ['executeCode', 'findTools'];

describe('a chat request', function () {
  this.timeout(240_000);
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  afterEach(async () => {
    await applySettings(story, { 'codeMode.mode': null });
    await story.chat.chooseAgent('Agent');
    await story.chat.newChat();
  });

  async function requestFor(prompt: string): Promise<ModelRequest> {
    story.session.model.play([{ text: 'Nothing to do.' }]);
    await story.chat.send(prompt);
    await story.chat.answer();
    const request = story.session.model.agentRequests.at(-1);
    assert.ok(request);
    return request;
  }

  it("of the agent Code Mode carries our two tools, the editor's, and how to reach the servers through scripts", async () => {
    await story.chat.chooseAgent('Code Mode');
    const { toolNames, messages } = await requestFor('Hello to the agent.');
    for (const name of [...own, 'read_file', 'grep_search', 'run_in_terminal']) assert.ok(toolNames.includes(name), name);
    assert.deepEqual(
      toolNames.filter((name) => name.startsWith('mcp_')),
      [],
    );
    assert.match(messages.map(({ text }) => text).join('\n'), /You reach the user's MCP servers through scripts/);
  });

  it('carries nothing of ours where codeMode.mode is off', async () => {
    await applySettings(story, { 'codeMode.mode': 'off' });
    const { toolNames } = await requestFor('Hello to the mode off.');
    assert.deepEqual(
      toolNames.filter((name) => own.includes(name)),
      [],
    );
  });
});
