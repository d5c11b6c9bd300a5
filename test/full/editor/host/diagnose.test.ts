// Diagnose opens one document that says what was tried in this window.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Code Mode: Diagnose', () => {
  it('opens a text for an issue, with the editor, the walls and the servers in it', async () => {
    await vscode.commands.executeCommand('codeMode.diagnose');
    const { document } = vscode.window.activeTextEditor ?? {};
    const text = document?.getText() ?? '';
    assert.equal(document?.languageId, 'markdown');
    assert.match(text, /^## Code Mode: diagnosis\n/);
    assert.ok(text.includes(`- VS Code: ${vscode.version}\n`), text);
    assert.match(
      text,
      /\n- from a program .*: file blocked, process blocked, network blocked, environment blocked\n/,
    );
    assert.match(text, /\n- everything: running, \d+ tools\n/);
    assert.doesNotMatch(text, /OPEN|open by/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
