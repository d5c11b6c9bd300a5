// Tests a model of Code Mode in the chat's picker: the model behind it writes a script over the tools of Copilot Chat's
// request, and VS Code runs the tools. With MCP servers, confirmations, stops and reloads:
// test/full/editor/chat/provider.test.ts.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { scriptedModelName } from '../bed/copilotProfile.ts';
import { RunsPanel } from '../bed/runsPanel.ts';
import { storyChat, type StoryChat } from '../bed/storyChat.ts';

describe('a model of Code Mode in the picker', function () {
  this.timeout(240_000);
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  after(async () => {
    await story.chat.chooseModel(scriptedModelName);
    await story.chat.newChat();
  });

  it('runs a script over the edit tool of the chat, with one request for code and one for the answer, and has it among the runs', async () => {
    const { chat, scripts, session } = story;
    const file = (name: string) => scripts.path(`${name}.txt`);
    for (const name of ['alpha', 'beta']) writeFileSync(file(name), `${name}\n`);
    const edit = (name: string) =>
      `tools.functions.replace_string_in_file(${JSON.stringify({ filePath: file(name), oldString: name, newString: `${name} is 42` })})`;
    const code = `await Promise.all([${edit('alpha')}, ${edit('beta')}]);\nreturn 6 * 7;`;
    await chat.chooseModel(`Code Mode · ${scriptedModelName}`);
    session.model.play([
      { calls: [{ name: 'executeCode', arguments: { code } }] },
      ({ messages }) => ({ text: `All is done: ${messages.at(-1)?.text ?? ''}.` }),
    ]);
    await chat.send('Put the answer into both files.');
    assert.match(await chat.answer(), /All is done: 42\./);
    assert.match(readFileSync(file('alpha'), 'utf8'), /^alpha is 42/);
    assert.match(readFileSync(file('beta'), 'utf8'), /^beta is 42/);
    const requests = session.model.agentRequests;
    assert.equal(requests.length, 2);
    const offered = requests[0]?.toolNames ?? [];
    assert.ok(
      offered.includes('executeCode') && !offered.includes('replace_string_in_file'),
      offered.join(' '),
    );
    const runs = await RunsPanel.open(story.workbench);
    await runs.row('Put the answer into both files.', /model provider .* 2 calls/);
  });
});
