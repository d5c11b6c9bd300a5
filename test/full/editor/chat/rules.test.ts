// Tests scripts of a chat that rules or a dry run restrict, as the user sees them, and the text that the model reads.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ScriptedChat } from '../../../editor/bed/scriptedChat.ts';

const settings = {
  'codeMode.approvals.rules': { 'filesystem.create_directory': 'deny' },
  'codeMode.dataFlow': { 'workspace.* -> everything.*': 'ask', 'filesystem.* -> everything.*': 'deny' },
};
const secret = 'The merger with Northwind closes on Friday';

describe('rules for the scripts of a chat', () => {
  let scripts: ScriptedChat;

  before(async () => {
    scripts = await ScriptedChat.open({ settings, size: { width: 1400, height: 1100 } });
    writeFileSync(scripts.path('secret.txt'), secret);
  });

  describe('that deny a tool', () => {
    const make = (name: string) =>
      `await tools.filesystem.createDirectory({ path: ${JSON.stringify(scripts.path(name))} })`;

    it('end the script with what denied it, unasked, and nothing is written', async () => {
      const text = await scripts.unasked(`return ${make('denied')};`);
      assert.match(
        text,
        /^Failed \(denied\).*createDirectory was not called\. "filesystem\.create_directory" in codeMode\.approvals\.rules denies it\./,
      );
      assert.ok(!existsSync(scripts.path('denied')));
    });

    it('give the script an error that it can handle', async () => {
      const text = await scripts.unasked(
        `try { ${make('caught')} } catch (e) { return [e instanceof ToolError, e.code, e.tool]; }`,
      );
      assert.match(text, /\[true,"denied","createDirectory"\]/);
      assert.ok(!existsSync(scripts.path('caught')));
    });
  });

  describe('about the flow of data', () => {
    const pass = 'await tools.everything.echo({ message: `Read: ${content}` })';

    it('ask before the call after another server answered, which a no stops and a yes lets go', async () => {
      const code = `const { content } = await tools.workspace.readFile({ path: "data/secret.txt" });\nreturn ${pass};`;
      const { result } = await scripts.start(code);
      const question = await ApprovalQuestion.open(scripts.session.window.page);
      const text = await question.text();
      assert.match(text, /tools\.everything\.echo is called after tools\.workspace\.readFile answered/);
      assert.ok(text.includes(secret), text);
      assert.match(await question.focused(), /Don't Allow/);
      await question.answer("Don't Allow");
      const answer = await result;
      assert.match(answer, /Failed \(denied\).*tools\.everything\.echo was not called/);
      assert.ok(!answer.includes('Northwind'), answer);
      await scripts.chat.answer();
      assert.match(await scripts.asked(code, 'Allow in This Run'), /Echo: Read: The merger with Northwind/);
    });

    it('deny the call without a question where they say so', async () => {
      const path = JSON.stringify(scripts.path('secret.txt'));
      const text = await scripts.unasked(
        `const { content } = await tools.filesystem.readTextFile({ path: ${path} });\nreturn ${pass};`,
      );
      assert.match(
        text,
        /Failed \(denied\).*tools\.filesystem\.readTextFile has answered in this run \(call 1\), and .* denies a call of tools\.everything\.echo/,
      );
      assert.ok(!text.includes('Northwind'), text);
    });
  });

  it('leave a dry run to the user, which writes nothing and gives the model the list of unsent calls', async () => {
    const write = (name: string) =>
      `await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path(name))}, content: "${name} of the dry run" });`;
    const text = await scripts.asked(
      `${write('first.txt')}\n${write('second.txt')}\nreturn "through";`,
      'Dry Run',
    );
    assert.match(text, /through/);
    assert.match(text, /Dry run: nothing was written\. 2 calls were not sent:/);
    assert.match(text, /1\. tools\.filesystem\.writeFile\(.*first\.txt of the dry run.*\), line 1 or 2\n/);
    assert.match(text, /2\. tools\.filesystem\.writeFile\(.*second\.txt of the dry run.*\), line 1 or 2\n/);
    assert.match(text, /chose a dry run: rerun /);
    assert.deepEqual(
      [existsSync(scripts.path('first.txt')), existsSync(scripts.path('second.txt'))],
      [false, false],
    );
  });
});
