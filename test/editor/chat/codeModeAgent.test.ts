// Tests the agent "Code Mode": the tools and instructions of Code Mode in a chat request. The mode of a workspace, and
// over 100 tools: test/full/editor/chat/mode.test.ts and setUp.test.ts.
import assert from 'node:assert/strict';
import { storyChat, type StoryChat } from '../bed/storyWindow.ts';

describe('a chat request', () => {
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  after(async () => {
    await story.chat.chooseAgent('Agent');
    await story.chat.newChat();
  });

  it("of the agent Code Mode carries our two tools, the editor's, and how to reach the servers through scripts", async () => {
    await story.chat.chooseAgent('Code Mode');
    story.session.model.play([{ text: 'Nothing to do.' }]);
    await story.chat.send('Hello to the agent.');
    await story.chat.answer();
    const { toolNames = [], messages = [] } = story.session.model.agentRequests.at(-1) ?? {};
    for (const name of ['executeCode', 'findTools', 'read_file', 'grep_search', 'run_in_terminal'])
      assert.ok(toolNames.includes(name), name);
    assert.deepEqual(
      toolNames.filter((name) => name.startsWith('mcp_')),
      [],
    );
    assert.match(
      messages.map(({ text }) => text).join('\n'),
      /You reach the user's MCP servers through scripts/,
    );
  });
});
