// Tests approval rules in the settings of the window and of its workspace: calls that run without a question, and calls
// that are never made.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, workspaceFolder } from '../../../editor/host/invoke.ts';

describe('codeMode.approvals.rules', () => {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const set = (rules: object | undefined, target: vscode.ConfigurationTarget) =>
    vscode.workspace.getConfiguration('codeMode.approvals').update('rules', rules, target);
  const file = () => vscode.Uri.joinPath(workspaceFolder(), 'data', 'by-a-rule.txt');
  const write = () =>
    `await tools.filesystem.writeFile({ path: ${JSON.stringify(file().fsPath)}, content: "written" }); return "done";`;

  afterEach(async () => {
    await set(undefined, Global);
    await set(undefined, Workspace);
    await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
  });

  it('let a tool write unasked, and deny a tool that only reads with an error that the script catches', async () => {
    await set({ 'filesystem.write_*': 'allow' }, Global);
    assert.match(await executeCode(write()), /done/);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(file())).toString(), 'written');

    await set({ 'everything.echo': 'deny' }, Global);
    const text = await executeCode(
      'try { await tools.everything.echo({ message: "x" }) } catch (error) { return error.code }',
    );
    assert.match(text, /denied/);
  });

  it('of a workspace tighten those of the user and loosen none', async () => {
    await set({ 'filesystem.*': 'allow' }, Global);
    await set({ 'filesystem.write_file': 'deny' }, Workspace);
    assert.match(await executeCode(write()), /denied|denies/);

    await set({ 'filesystem.write_file': 'deny' }, Global);
    await set({ 'filesystem.*': 'allow' }, Workspace);
    assert.match(await executeCode(write()), /denied|denies/);
  });
});
