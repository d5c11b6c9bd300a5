// Tests which run or row a command is about. A tree that is being redrawn passes undefined in place of its row.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { acceptingUntil, eventually, executeCode } from '../../../editor/host/invoke.ts';

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

  for (const [where, given] of [
    ['no row', undefined],
    ['a day', { kind: 'day' }],
  ] as const) {
    it(`lets the user choose a run where its button is above a view in which ${where} has the focus`, async () => {
      await executeCode('return 1;');
      await acceptingUntil(Promise.resolve(vscode.commands.executeCommand('codeMode.openTrace', given)));
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.match(
        activeTab?.input instanceof vscode.TabInputWebview ? activeTab.input.viewType : '',
        /trace/,
      );
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  }

  it('cancels no run where a menu lost its row', async () => {
    let isOver = false;
    const run = executeCode('await new Promise((end) => setTimeout(end, 500));\nreturn "to its end";');
    void run.finally(() => (isOver = true));
    await eventually(
      () => vscode.commands.executeCommand('codeMode.cancelRun', undefined),
      () => isOver,
    );
    assert.match(await run, /to its end/);
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
