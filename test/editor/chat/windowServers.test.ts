// The window's own MCP server in agent mode, with its question in the chat. Images, progress, cancelling and reloads:
// test/full/editor/chat/chatServers.test.ts.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { ChatQuestion } from '../bed/chatQuestion.ts';
import { storyChat, type StoryChat } from '../bed/storyChat.ts';
import { applySettings } from '../bed/storyWindow.ts';

/**
 * Until the window's server is there: on a busy machine the lists of the workspace's servers, which it waits for, take
 * a minute.
 */
const startMs = 150_000;
const isOurs = (name: string) => /^mcp_.*executeCode$/.test(name);

describe("the window's own MCP server, in agent mode", function () {
  this.timeout(2 * startMs);
  let story: StoryChat;
  let name: string | undefined;

  before(async () => {
    story = await storyChat();
    const { chat, session, workbench } = story;
    await applySettings(story, { 'codeMode.chatTools': 'server' });
    // VS Code starts no server that it does not know yet.
    for (const end = Date.now() + startMs; Date.now() < end && name === undefined;) {
      await workbench.runCommand("Test: Start the Chat's Servers");
      session.model.play([{ text: 'Hi.' }]);
      await chat.newChat();
      await chat.send('Hello, server.');
      // VS Code answers when the servers that it starts for the chat are there.
      await chat.answer(startMs);
      name = session.model.agentRequests.at(-1)?.toolNames.find(isOurs);
    }
  });

  after(async () => {
    await applySettings(story, { 'codeMode.chatTools': null });
    await story.chat.newChat();
  });

  it('asks in the chat before a script that can write, and runs it once it is allowed', async () => {
    const { chat, scripts, session } = story;
    assert.ok(name !== undefined, 'The chat has no tool executeCode of the server.');
    const code = `await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path('allowed'))}, content: "42" });\nreturn "written";`;
    session.model.play([{ calls: [{ name, arguments: { code } }] }, { text: 'Done.' }]);
    await chat.send('Write the report.');
    const question = await ChatQuestion.open(session.window.page);
    assert.match(await question.text(), /tools\.filesystem\.writeFile/);
    assert.ok(!existsSync(scripts.path('allowed')), 'It wrote before it was allowed to.');
    await question.answer('Run it');
    await chat.answer();
    assert.match(session.model.agentRequests.at(-1)?.messages.at(-1)?.text ?? '', /written/);
    assert.ok(existsSync(scripts.path('allowed')));
    const forms = session.model.agentRequests.flatMap(({ toolNames }) => toolNames.filter((each) => /(executeCode|findTools)$/.test(each)));
    assert.deepEqual(
      forms.filter((each) => !each.startsWith('mcp_')),
      [],
    );
  });
});
