// Approval rules by the settings of a workspace. The story is test/editor/host/approvalRules.test.ts.
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

  it('of a workspace tighten those of the user and loosen none', async () => {
    await set({ 'filesystem.*': 'allow' }, Global);
    await set({ 'filesystem.write_file': 'deny' }, Workspace);
    assert.match(await executeCode(write()), /denied|denies/);

    await set({ 'filesystem.write_file': 'deny' }, Global);
    await set({ 'filesystem.*': 'allow' }, Workspace);
    assert.match(await executeCode(write()), /denied|denies/);
  });
});
