// executeCode over the real servers of the workspace's `.vscode/mcp.json`. The assertions hold on facts that a model
// acts on (names, values, line numbers), not on the prose around them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, invokeTool, workspaceFolder } from './invoke.ts';

const data = () => JSON.stringify(vscode.Uri.joinPath(workspaceFolder(), 'data').path);

describe('executeCode', () => {
  it('returns the value of a script that calls nothing', async () => {
    assert.match(await executeCode('return { answer: 6 * 7 };'), /"answer":\s*42/);
  });

  it('calls two real servers from one script', async () => {
    const text = await executeCode(`
      const [sum, listing] = await Promise.all([
        tools.everything.getSum({ a: 40, b: 2 }),
        tools.filesystem.listDirectory({ path: ${data()} }),
      ]);
      return { sum, files: listing.content.split("\\n").filter((line) => line.endsWith(".txt")).length };`);
    assert.match(text, /The sum of 40 and 2 is 42/);
    assert.match(text, /"files":\s*2/);
  });

  it('passes args to the script', async () => {
    assert.match(await executeCode('return codemode.args.city;', { args: { city: 'Lisbon' } }), /Lisbon/);
  });

  it('shows what the script wrote to the console', async () => {
    assert.match(await executeCode('console.log("line " + (40 + 2) + " of the log"); return 1;'), /line 42 of the log/);
  });

  it('names the nearest tool for one that does not exist', async () => {
    const text = await executeCode('return await tools.everything.getSums({ a: 1, b: 2 });');
    assert.match(text, /getSums/);
    assert.match(text, /tools\.everything\.getSum\b/);
  });

  it('names the wrong argument', async () => {
    const text = await executeCode('return await tools.everything.getSum({ a: "one", b: 2 });');
    assert.match(text, /\ba\b.*number|number.*\ba\b/s);
  });

  it('says where a script threw and what', async () => {
    const text = await executeCode('const first = 1;\nthrow new Error("the reason " + first);');
    assert.match(text, /the reason 1/);
    assert.match(text, /\b2:\d+/);
  });

  it('says where the syntax is wrong', async () => {
    assert.match(await executeCode('const first = 1;\nreturn first +* 2;'), /\b2:\d+/);
  });

  it('ends a script at its time limit and says which call is unknown', async () => {
    const code = 'return await tools.everything.triggerLongRunningOperation({ duration: 25, steps: 2 });';
    const text = await executeCode(code, { timeoutMs: 1_000 });
    assert.match(text, /time/i);
    assert.match(text, /triggerLongRunningOperation/);
  });

  it('ends a script when the request is cancelled', async () => {
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration('codeMode').update('editorTools', ['test_*'], Global);
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
    await vscode.workspace.getConfiguration('codeMode').update('editorTools', undefined, Global);
    assert.match(later, /\[/);
    assert.doesNotMatch(later, /after the cancellation/);
  });

  it('writes nothing when the request is cancelled while the user is asked', async () => {
    const file = vscode.Uri.joinPath(workspaceFolder(), 'data', 'after-cancellation.txt');
    const source = new vscode.CancellationTokenSource();
    const running = invokeTool(
      'executeCode',
      { code: `await tools.filesystem.writeFile({ path: ${JSON.stringify(file.path)}, content: "written" });` },
      source.token,
    );
    setTimeout(() => source.cancel(), 1_000);
    await assert.rejects(running, /cancel/i);
    await executeCode('await tools.everything.triggerLongRunningOperation({ duration: 2, steps: 1 });');
    await assert.rejects(() => Promise.resolve(vscode.workspace.fs.stat(file)), /no such file|not exist/i);
  });

  it('refuses an excluded tool and names the pattern', async () => {
    const text = await executeCode('return await tools.everything.getEnv({});');
    assert.match(text, /excluded/i);
    assert.match(text, /everything\.get-env/);
  });

  it('tells in one line why a server is not there', async () => {
    const text = await executeCode('return await tools.broken.anything({});');
    assert.match(text, /broken/);
    assert.match(text, /no-such-command/);
  });
});

describe('findTools', () => {
  it('gives a callable path with its signature', async () => {
    const text = await invokeTool('findTools', { query: 'sum of two numbers' });
    assert.match(text, /tools\.everything\.getSum\(/);
    assert.match(text, /a: number/);
  });

  it('lists the servers when asked without a query', async () => {
    const text = await invokeTool('findTools', {});
    assert.match(text, /everything/);
    assert.match(text, /filesystem/);
  });

  it('does not find an excluded tool', async () => {
    assert.doesNotMatch(await invokeTool('findTools', { query: 'environment variables', limit: 50 }), /getEnv/);
  });
});
