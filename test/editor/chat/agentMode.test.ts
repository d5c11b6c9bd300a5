// The end-to-end story: Copilot Chat in agent mode, its real requests, a user's answer to the question, real MCP
// servers. Only the language model is scripted. Further results and errors that a model gets:
// test/full/editor/chat/agentMode.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { answerFromSum, call, lastText } from '../bed/scriptedModel.ts';
import { storyChat, type StoryChat } from '../bed/storyWindow.ts';

describe('Copilot Chat in agent mode', () => {
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  afterEach(() => story.chat.newChat());

  it('runs a script over two servers after a user allowed it, and shows the answer', async () => {
    const { chat, session } = story;
    const data = join(session.workspace.folder, 'data');
    const report = join(data, 'report.txt');
    const code = [
      '// Adds two numbers, and reports the sum',
      'const sum = await tools.everything.getSum({ a: 40, b: 2 });',
      `const { content } = await tools.filesystem.listDirectory({ path: ${JSON.stringify(data)} });`,
      `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: String(sum) });`,
      'return { sum, files: content.split("\\n").length };',
    ].join('\n');
    session.model.play([call('executeCode', { title: 'Report a [sum](command:x)', code }), answerFromSum]);
    await chat.send('Add 40 and 2 and write the sum into a report.');

    const question = await ApprovalQuestion.open(session.window.page);
    const text = await question.text();
    assert.match(text, /Report a \[sum\]\u200b?\(command:x\)/, 'The title is not shown.');
    assert.match(
      text,
      /filesystem\.writeFile\s*line 4/,
      'The tool that can write is not shown with its line.',
    );
    assert.match(text, /await tools\.filesystem\.writeFile\(\{ path/, 'The line is not quoted.');
    assert.ok(!existsSync(report), 'It wrote before it was allowed to.');
    const shown = session.window.page.locator(
      '.editor-instance .monaco-editor[data-uri^="code-mode-script:"]',
    );
    await question.pick('Show the Code', shown);
    await question.answer('Run Once');

    assert.match(await chat.answer(), /The answer is 42\./);
    assert.match(readFileSync(report, 'utf8'), /The sum of 40 and 2 is 42/);
    const offered = session.model.agentRequests[0]?.toolNames ?? [];
    assert.ok(offered.includes('executeCode') && offered.includes('findTools'), offered.join(' '));
    const result = session.model.lastToolResult;
    assert.match(result, /The sum of 40 and 2 is 42/);
    assert.match(result, /"files":\s*3/);
    const line = session.window.page.locator('.interactive-response', {
      hasText: 'Report a [sum](command:x)',
    });
    await line.getByText('Open Trace').waitFor();

    // Code that a question showed is not part of the person's next message.
    await shown.waitFor({ state: 'detached' });
    session.model.play([{ text: 'You are welcome.' }]);
    await chat.send('Thank you.');
    await chat.answer();
    const said =
      session.model.agentRequests
        .at(-1)
        ?.messages.map(({ text }) => text)
        .join('\n') ?? '';
    assert.match(said, /Thank you\./);
    assert.doesNotMatch(said, /code-mode-script|script \d+\.ts/);
  });

  it('gives the model the signature that findTools found, and runs its script unasked where that only reads', async () => {
    let found = '';
    story.session.model.play([
      call('findTools', { query: 'sum of two numbers' }),
      (request) => {
        found = lastText(request);
        return call('executeCode', { code: 'return await tools.everything.getSum({ a: 40, b: 2 });' });
      },
      answerFromSum,
    ]);
    await story.chat.send('Add 40 and 2.');
    assert.match(await story.chat.answer(), /The answer is 42\./);
    assert.match(found, /tools\.everything\.getSum\(/);
  });
});
