// Globs over tools in settings files: completed from what is known of servers, and marked where they match nothing.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode, fileOf, replace } from '../../../editor/host/invoke.ts';

describe('globs over tools in settings.json', () => {
  const uri = () => fileOf('.vscode/settings.json');
  let before_: string;
  let document: vscode.TextDocument;

  before(async () => {
    await executeCode('return await tools.everything.echo({ message: "lists its tools" });');
    document = await vscode.workspace.openTextDocument(uri());
    before_ = document.getText();
    await vscode.window.showTextDocument(document);
  });
  after(async () => {
    await replace(document, before_);
    await document.save();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  /** Returns the completions at `|`. */
  async function offered(marked: string): Promise<readonly string[]> {
    const offset = marked.indexOf('|');
    await replace(document, marked.replace('|', ''));
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri(),
      document.positionAt(offset),
    );
    return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  }

  it('are completed where a setting takes them, and nowhere else', async () => {
    for (const marked of [
      '{ "codeMode.approvals.rules": { "|" } }',
      '{ "codeMode.excludedTools": ["|"] }',
      '{ "codeMode.blockedTools": ["everything.|"] }',
    ]) {
      const labels = await eventually(
        () => offered(marked),
        (all) => all.includes('everything.*') && all.includes('everything.getSum'),
      );
      assert.ok(labels.includes('workspace.*'), labels.join(' '));
    }
    assert.ok(
      !(await offered('{ "codeMode.approvals.rules": {}, "files.exclude": { "|": true } }')).includes(
        'everything.*',
      ),
    );
  });

  it('are marked where they match nothing', async () => {
    // Without saving: the settings stay as they are.
    await replace(
      document,
      '{ "codeMode.approvals.rules": { "everything.getSum": "ask", "everything.getSumm": "ask", "broken.x": "ask" } }',
    );
    const found = await eventually(
      () => vscode.languages.getDiagnostics(uri()).filter(({ source }) => source === 'Code Mode'),
      (all) => all.length > 0,
    );
    assert.deepEqual(
      found.map(({ range }) => document.getText(range)),
      ['"everything.getSumm"'],
    );
  });
});
