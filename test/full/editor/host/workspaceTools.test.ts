// A large file of the workspace through the editor's own file system.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, fileOf, write } from '../../../editor/host/invoke.ts';

describe('tools.workspace', () => {
  const file = () => fileOf('data/by-a-script.txt');

  afterEach(async () => {
    await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
  });

  it('reads lines of a file over 10 MB', async () => {
    await write(file(), `${'line\n'.repeat(2_500_000)}last`);
    const text = await executeCode(
      'return await tools.workspace.readFile({ path: "data/by-a-script.txt", offset: 2500001 });',
    );
    assert.match(text, /"content":"last","lines":2500001/);
  });
});
