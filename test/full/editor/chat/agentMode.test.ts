// Tests further results of scripts that a model gets in agent mode of Copilot Chat: long results, pictures,
// errors, observed types. The story is test/editor/chat/agentMode.test.ts.
import assert from 'node:assert/strict';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import { faultServer } from '../../../fakes/faultServer.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { answerFromSum, call, executes, lastText } from '../../../editor/bed/scriptedModel.ts';
import { chatOptions, sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { addServer } from '../../../editor/bed/workspace.ts';

describe('Copilot Chat in agent mode', () => {
  let session: CopilotSession;
  let chat: ChatPanel;

  before(async () => {
    session = await sharedEditorWithCopilot({ ...chatOptions, goOn: true });
    // Longer than what is shown while it runs waits for servers.
    addServer(session.workspace.folder, 'late', { ...faultServer('slow'), env: { START_MS: '4000' } });
    chat = await ChatPanel.open(session.window.page);
  });

  afterEach(async () => {
    for (const [index, { tokens }] of session.model.agentRequests.entries()) {
      console.log(
        `      request ${index + 1}: ${tokens.messages} tokens of messages, ${tokens.tools} tokens of tools`,
      );
    }
    await chat.newChat();
  });

  it('asks once before a script over a server that is slow to start', async () => {
    const code = 'return await tools.late.writeNote({ text: "late" });';
    session.model.play([executes(code), { text: 'It was noted.' }]);
    await chat.send('Note something, late.');
    const question = await ApprovalQuestion.open(session.window.page);
    assert.match(await question.text(), /It can change data \(late\.writeNote\)/);
    await question.answer('Run Once');
    await chat.answer();
    assert.match(session.model.lastToolResult, /noted/);
  });

  describe('with a script over tools of three sources', () => {
    const code = [
      'const { content } = await tools.workspace.readFile({ path: "data/beta.txt" });',
      'const sum = await tools.everything.getSum({ a: 40, b: content.trim().split(" ").length });',
      'return await tools.editor.testNote({ text: String(sum) }).catch((error) => error.code);',
    ].join('\n');

    it('lets VS Code ask before the tool that wants it, and goes on once it is allowed', async () => {
      session.model.play([executes(code), { text: 'It is noted.' }]);
      await chat.send('Note a sum.');
      const confirmation = await chat.confirmation();
      assert.match(await confirmation.message(), /Save a note\?/);
      await confirmation.allowOnce();
      await chat.answer();
      assert.match(session.model.lastToolResult, /noted: The sum of 40 and/);
    });

    it('tells the script when the person skips that tool', async () => {
      session.model.play([executes(code), { text: 'It was skipped.' }]);
      await chat.send('Note another sum.');
      await (await chat.confirmation()).skip();
      await chat.answer();
      assert.match(session.model.lastToolResult, /denied/);
    });
  });

  it('shows the model the beginning of a result that Copilot would put into a file, and where the rest is', async () => {
    session.model.play([
      executes('return Array.from({ length: 5_000 }, (_, id) => ({ id, name: `item "${id}"` }));'),
      { text: 'A long list.' },
    ]);
    await chat.send('List everything.');
    await chat.answer();
    assert.match(session.model.lastToolResult, /^\[\{"id":0,.*codemode\.results\.r\d+\./s);
  });

  it('gives the model a picture that a script returns as a picture', async () => {
    session.model.play([executes('return tools.everything.getTinyImage({});'), { text: 'A logo.' }]);
    await chat.send('Show me the logo.');
    await chat.answer();
    const result = session.model.lastToolResult;
    assert.match(result, /"data":"\([\d,]+ bytes, shown below as picture 1\)"/);
    // Copilot replaces a picture by this text if its model does not accept images.
    assert.match(result, /Image URI: /);
  });

  it('tells a model that names a tool wrongly enough to call it rightly at once', async () => {
    session.model.play([
      executes('return await tools.everything.addNumbers({ first: 40, second: 2 });'),
      // All that the second attempt is made from is the error of the first.
      (request) => executes(scriptFromError(lastText(request))),
      answerFromSum,
    ]);
    await chat.send('Add 40 and 2.');
    assert.match(await chat.answer(), /The answer is 42\./);
    assert.equal(session.model.agentRequests.length, 3);
  });

  it('types the second script over a tool that does not say what it answers', async () => {
    session.model.play([
      executes('await tools.everything.echo({ message: "first" });'),
      call('findTools', { query: 'echo a message' }),
      (request) => executes(scriptFromType(lastText(request))),
      { text: 'Done.' },
    ]);
    await chat.send('Echo something, then echo it louder.');
    await chat.answer();
    assert.match(session.model.lastToolResult, /ECHO: SECOND/);
  });
});

/** The call that the error offers, with 40 and 2 for its numbers. */
function scriptFromError(error: string): string {
  const [, path, a, b] = /(tools\.\w+\.\w+)\(input: \{ (\w+): number; (\w+): number \}\)/.exec(error) ?? [];
  return path
    ? `return await ${path}({ ${String(a)}: 40, ${String(b)}: 2 });`
    : `throw new Error(${JSON.stringify(`no signature in: ${error}`)})`;
}

/** Uses the answer as text only when its type says that it is. */
function scriptFromType(found: string): string {
  const typed =
    /tools\.everything\.echo\(input: \{ message: string \}\): Promise<\/\*\* observed, 1 call \*\/ string>/.test(
      found,
    );
  return typed
    ? 'return (await tools.everything.echo({ message: "second" })).toUpperCase();'
    : `throw new Error(${JSON.stringify(`no observed type in: ${found}`)})`;
}
