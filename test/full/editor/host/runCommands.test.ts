// Tests which run or row a command is about. A tree that is being redrawn passes undefined in place of its row.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode } from '../../../editor/host/invoke.ts';

describe('a command about a recorded run', () => {
  const shownResult = () =>
    vscode.window.visibleTextEditors.find(({ document }) => document.fileName.endsWith('result.json'));

  it('is about no run where a menu lost its row, and about the newest one from the palette', async () => {
    await executeCode('return { newest: true };');
    await vscode.commands.executeCommand('codeMode.openRunResult', undefined);
    assert.equal(shownResult(), undefined);
    await vscode.commands.executeCommand('codeMode.openRunResult');
    const editor = await eventually(shownResult, (shown) => shown !== undefined);
    assert.match(editor?.document.getText() ?? '', /newest/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

describe('a command of the menu of a server or a tool', () => {
  const names = (
    'trustServer revokeApproval explainTool startServer stopServer restartServer showServerOutput useAsTool ' +
    'useServerAsTools useThroughCode useServerThroughCode block blockServer'
  ).split(' ');
  for (const name of names) {
    it(`does nothing where the menu lost its row: ${name}`, async () => {
      await vscode.commands.executeCommand(`codeMode.${name}`, undefined);
    });
  }
});
