// Tests that executeCode ends a script over real servers early: at its time limit, and when the request is cancelled.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, fileOf, invokeTool, setForUser } from '../../../editor/host/invoke.ts';

describe('executeCode', () => {
  it('runs a script whose model sends null for what it leaves out', async () => {
    const empty = { title: null, args: null, timeoutMs: null, resume: null };
    assert.match(await executeCode('return 40 + 2;', empty), /^42\b/);
  });

  it('ends a script at its time limit and says which call is unknown', async () => {
    const code = 'return await tools.everything.triggerLongRunningOperation({ duration: 25, steps: 2 });';
    const text = await executeCode(code, { timeoutMs: 1_000 });
    assert.match(text, /time/i);
    assert.match(text, /triggerLongRunningOperation/);
  });

  it('ends a script when the request is cancelled', async () => {
    await setForUser('codeMode.editorTools', ['test_*']);
    // VS Code's own question about that tool is accepted in test windows.
    const code = `
      await tools.everything.triggerLongRunningOperation({ duration: 2, steps: 2 });
      await tools.editor.testNote({ text: "after the cancellation" });`;
    const source = new vscode.CancellationTokenSource();
    const running = invokeTool('executeCode', { code }, source.token);
    setTimeout(() => source.cancel(), 1_000);
    await assert.rejects(running, /cancel/i);
    // VS Code lets go of a cancelled call at once: only what the script would have done next shows that it ended.
    const later = await executeCode(`
      await tools.everything.triggerLongRunningOperation({ duration: 3, steps: 1 });
      return (await tools.editor.testAnswer({ kind: "json" })).notes;`);
    await setForUser('codeMode.editorTools', undefined);
    assert.match(later, /\[/);
    assert.doesNotMatch(later, /after the cancellation/);
  });

  it('writes nothing when the request is cancelled while the user is asked', async () => {
    const file = fileOf('data/after-cancellation.txt');
    const source = new vscode.CancellationTokenSource();
    const running = invokeTool(
      'executeCode',
      {
        code: `await tools.filesystem.writeFile({ path: ${JSON.stringify(file.path)}, content: "written" });`,
      },
      source.token,
    );
    setTimeout(() => source.cancel(), 1_000);
    await assert.rejects(running, /cancel/i);
    await executeCode('await tools.everything.triggerLongRunningOperation({ duration: 2, steps: 1 });');
    await assert.rejects(() => Promise.resolve(vscode.workspace.fs.stat(file)), /no such file|not exist/i);
  });
});
