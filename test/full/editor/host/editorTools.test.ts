// Tools of another extension (test/editor/driver/testTools.ts) through VS Code's own registry: every kind of answer,
// and what is refused. The story is test/editor/host/editorTools.test.ts.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode, invokeTool, setForUser } from '../../../editor/host/invoke.ts';

describe('tools.editor', () => {
  const choose = (globs: readonly string[] | undefined) => setForUser('codeMode.editorTools', globs);

  before(() => choose(['test_*', 'executeCode']));
  after(() => choose(undefined));

  it('answers with several parts as an array', async () => {
    const text = await executeCode(
      'return (await tools.editor.testAnswer({ kind: "parts" })).map((block) => block.type);',
    );
    assert.match(text, /\["text","image"\]/);
  });

  it('answers with the text of a prompt-tsx tree', async () => {
    assert.match(await executeCode('return await tools.editor.testAnswer({ kind: "tsx" });'), /from a tree/);
  });

  it('fails with a ToolError in the words of the tool', async () => {
    const code =
      'try { await tools.editor.testAnswer({ kind: "none" }) } catch (e) { return [e.code, e.message] }';
    assert.match(await executeCode(code), /tool_failed.*no answer of the kind none/);
  });

  it('cancels a tool when the run is cancelled', async () => {
    const waits = () => executeCode('return (await tools.editor.testAnswer({ kind: "json" })).waits;');
    const source = new vscode.CancellationTokenSource();
    const ended = assert.rejects(
      invokeTool('executeCode', { code: 'await tools.editor.testWait({});' }, source.token),
      /cancel/i,
    );
    await eventually(waits, (text) => text.includes('{"begun":1,"cancelled":0}'));
    source.cancel();
    await ended;
    await eventually(waits, (text) => text.includes('{"begun":1,"cancelled":1}'));
  });
});
