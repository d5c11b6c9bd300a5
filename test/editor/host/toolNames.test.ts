// Tests the names of tools in VS Code's own TypeScript: completion, Go to Definition, F2, Find All References.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, fileOf, write } from './invoke.ts';
import { completions, definitions, hover, labelOf, opened, positionOf, usesOf } from './toolNames.ts';

const files = {
  '.code-mode/names.ts':
    'const first = await tools.everything.getSum({ a: 1, b: 2 });\nawait tools.scripts.savedNames();\nreturn first;\n',
  '.code-mode/scripts/savedNames.ts': 'return await tools.everything["get-sum"]({ a: 1, b: 2 });\n',
};

describe('the names of tools in a script', () => {
  before(async () => {
    for (const [name, text] of Object.entries(files)) await write(fileOf(name), text);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of Object.keys(files)) await vscode.workspace.fs.delete(fileOf(name));
  });

  it('are offered once, lead to their declaration, are used in all scripts of the workspace, and cannot be renamed', async () => {
    const script = await opened('.code-mode/names.ts');
    await eventually(
      () => hover(script, 'getSum'),
      (text) => text.includes('getSum'),
    );
    const items = await completions(script, 'tools.everything.');
    const sums = items.filter(({ label }) => /sum/i.test(labelOf(label)));
    assert.deepEqual(
      sums.map(({ label }) => labelOf(label)),
      ['getSum'],
    );
    assert.match(
      sums
        .map(({ documentation }) =>
          typeof documentation === 'string' ? documentation : documentation?.value,
        )
        .join(),
      /sum of two numbers/i,
    );

    assert.deepEqual(await definitions(script, 'getSum'), ['.code-mode/tools.d.ts']);

    const own = ['.code-mode/names.ts', '.code-mode/scripts/savedNames.ts', '.code-mode/tools.d.ts'];
    assert.deepEqual(await usesOf(script, 'getSum', own), own);

    const renaming = vscode.commands.executeCommand(
      'vscode.prepareRename',
      script.uri,
      positionOf(script, 'getSum'),
    );
    await assert.rejects(Promise.resolve(renaming), /getSum cannot be renamed: its MCP /);
  });
});
