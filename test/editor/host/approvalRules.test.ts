// Tests approval rules in the settings of this window: calls that run without a question, and calls that are never
// made.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, workspaceFolder } from './invoke.ts';

describe('codeMode.approvals.rules', () => {
  const set = (rules: object | undefined) =>
    vscode.workspace
      .getConfiguration('codeMode.approvals')
      .update('rules', rules, vscode.ConfigurationTarget.Global);
  const file = () => vscode.Uri.joinPath(workspaceFolder(), 'data', 'by-a-rule.txt');
  const write = () =>
    `await tools.filesystem.writeFile({ path: ${JSON.stringify(file().fsPath)}, content: "written" }); return "done";`;

  afterEach(async () => {
    await set(undefined);
    await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
  });

  it('let a tool write unasked, and deny a tool that only reads with an error that the script catches', async () => {
    await set({ 'filesystem.write_*': 'allow' });
    assert.match(await executeCode(write()), /done/);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(file())).toString(), 'written');

    await set({ 'everything.echo': 'deny' });
    const text = await executeCode(
      'try { await tools.everything.echo({ message: "x" }) } catch (error) { return error.code }',
    );
    assert.match(text, /denied/);
  });
});
