// Tests scripts over tools of all three sources: a real MCP server, the workspace's files, and the editor's own tools.
// All look the same to a script.
import assert from 'node:assert/strict';
import { EditorToolSource } from '../../src/vscode/editorTools/editorToolSource.ts';
import {
  FakeLanguageModelTools,
  textAnswer,
  type FakeLanguageModelTool,
} from '../fakes/fakeLanguageModelTools.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TemporaryWorkspace } from '../fakes/temporaryWorkspace.ts';
import { TestEngine, type TestEngineOptions } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { realServer } from '../mcp/realServer.ts';

const noteSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

function note(
  answer: FakeLanguageModelTool['answer'] = () => textAnswer('{"saved":true}'),
): FakeLanguageModelTool {
  return { name: 'save_note', description: 'Saves a note.', inputSchema: noteSchema, answer };
}

function editor(...tools: readonly FakeLanguageModelTool[]) {
  const fake = new FakeLanguageModelTools(...tools);
  return { fake, source: new EditorToolSource({ tools: fake, chosen: () => ['*'] }) };
}

/** Opens an engine over a server, a workspace with `a.txt`, and the editor's tools. */
async function allThree(tools: readonly FakeLanguageModelTool[], options: TestEngineOptions = {}) {
  const parts = new AsyncDisposableStack();
  const workspace = parts.use(new TemporaryWorkspace({ 'a.txt': 'hello' }));
  const servers = parts.adopt(
    await McpWorkspace.inMemory({ everything: realServer('everything', 'stdio') }),
    (mcp) => mcp.dispose(),
  );
  const { fake, source } = editor(...tools);
  const engine = parts.use(new TestEngine([servers.source, workspace.source, source], options));
  return { engine, fake, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('a script over tools of three sources', () => {
  it('calls one of each, checked against their types', async () => {
    await using bed = await allThree([note()], { typeCheck: 'error' });
    const outcome = await bed.engine.run(`
      const { content } = await tools.workspace.readFile({ path: "a.txt" });
      const echo = await tools.everything.echo({ message: content });
      return await tools.editor.saveNote({ text: String(echo) });`);
    assert.deepEqual([outcome.errors, outcome.value], [[], { saved: true }]);
    assert.match(JSON.stringify(bed.fake.invoked), /"text":"Echo: hello"/);
  });

  it('names them in one receipt', async () => {
    await using bed = await allThree([note()]);
    const outcome = await bed.engine.run(`
      await tools.workspace.readFile({ path: "a.txt" });
      await tools.everything.echo({ message: "x" });
      await tools.editor.saveNote({ text: "x" });
      throw new Error("after all");`);
    assert.deepEqual(
      outcome.calls.map(({ path, state, writes }) => [path, state, writes]),
      [
        ['tools.workspace.readFile', 'finished', false],
        ['tools.everything.echo', 'finished', false],
        ['tools.editor.saveNote', 'finished', true],
      ],
    );
  });
});

describe('a script over the tools of the editor', () => {
  const run = async (
    tool: FakeLanguageModelTool,
    code: string,
    request: Parameters<TestEngine['run']>[1] = {},
  ) => {
    const { fake, source } = editor(tool);
    await using engine = new TestEngine([source]);
    return { outcome: await engine.run(code, request), fake };
  };

  it('does not ask for what VS Code asks itself', async () => {
    const approver = new RecordingApprover({ granted: false, why: 'refused', reason: 'no' });
    const { outcome } = await run(note(), 'return await tools.editor.saveNote({ text: "x" });', { approver });
    assert.deepEqual([approver.asked, outcome.value], [[], { saved: true }]);
  });

  it('does not ask for one that the code does not show, either', async () => {
    const approver = new RecordingApprover();
    await run(note(), 'const name = "save_" + "note"; return await tools.editor[name]({ text: "x" });', {
      approver,
    });
    assert.deepEqual(approver.asked, []);
  });

  it('hands them what the request came with', async () => {
    const invocationToken = { chat: 'a' };
    const { fake } = await run(note(), 'return await tools.editor.saveNote({ text: "x" });', {
      invocationToken,
    });
    assert.equal(fake.invoked[0]?.invocationToken, invocationToken);
  });
});
