// Tests that Code Mode does not fill the log in which VS Code writes what it holds against an extension.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { executeCode } from '../../../editor/host/invoke.ts';

describe('the log of the extension host', () => {
  it('has no warning about the settings of Code Mode after a script ran', async () => {
    await executeCode('return await tools.everything.echo({ message: "hello" });');
    const file = await vscode.commands.executeCommand<string>('codeModeTest.hostLog');
    const lines = readFileSync(file, 'utf8').split('\n');
    assert.deepEqual(
      lines.filter((line) => /\[warning\] \[code-mode\.code-mode\].* 'codeMode\./.test(line)),
      [],
    );
  });
});
