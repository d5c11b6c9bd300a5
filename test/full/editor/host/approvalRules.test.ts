// Tests approval rules in the settings of the window and of its workspace: calls that run without a question, and calls
// that are never made.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, fileOf, setForUser, setForWorkspace, textOf } from '../../../editor/host/invoke.ts';

describe('codeMode.approvals.rules', () => {
  const name = 'codeMode.approvals.rules';
  const file = () => fileOf('data/by-a-rule.txt');
  const write = () =>
    `await tools.filesystem.writeFile({ path: ${JSON.stringify(file().fsPath)}, content: "written" }); return "done";`;

  afterEach(async () => {
    await setForUser(name, undefined);
    await setForWorkspace(name, undefined);
    await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
  });

  it('let a tool write unasked, and deny a tool that only reads with an error that the script catches', async () => {
    await setForUser(name, { 'filesystem.write_*': 'allow' });
    assert.match(await executeCode(write()), /done/);
    assert.equal(await textOf(file()), 'written');

    await setForUser(name, { 'everything.echo': 'deny' });
    const text = await executeCode(
      'try { await tools.everything.echo({ message: "x" }) } catch (error) { return error.code }',
    );
    assert.match(text, /denied/);
  });

  it('of a workspace tighten those of the user and loosen none', async () => {
    await setForUser(name, { 'filesystem.*': 'allow' });
    await setForWorkspace(name, { 'filesystem.write_file': 'deny' });
    assert.match(await executeCode(write()), /denied|denies/);

    await setForUser(name, { 'filesystem.write_file': 'deny' });
    await setForWorkspace(name, { 'filesystem.*': 'allow' });
    assert.match(await executeCode(write()), /denied|denies/);
  });
});
