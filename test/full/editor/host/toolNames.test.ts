// The names of tools as VS Code's own TypeScript has them, also in saved scripts of folders that settings name, which a
// project around them has as its own files. The story is test/editor/host/toolNames.test.ts.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { eventually, fileOf, setForWorkspace, trustAll, write } from '../../../editor/host/invoke.ts';
import { showsErrors } from '../../../editor/host/scratchDocument.ts';
import { completions, definitions, hover, labelOf, opened } from '../../../editor/host/toolNames.ts';

const files = {
  '.code-mode/names.ts':
    'const first = await tools.everything.getSum({ a: 1, b: 2 });\nawait tools.scripts.savedNames();\nreturn first;\n',
  '.code-mode/scripts/savedNames.ts': 'return await tools.everything["get-sum"]({ a: 1, b: 2 });\n',
  'reports/tsconfig.json': '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["**/*"] }\n',
  'reports/scripts/month.ts':
    '/** @param {number} month Of the year */\nconst { month } = codemode.args;\nreturn tools.everything.getSum({ a: month, b: "two" });\n',
  'reports/own.ts': 'export const names = Object.keys(tools);\n',
};

describe('the names of tools', () => {
  before(async () => {
    for (const [name, text] of Object.entries(files)) await write(fileOf(name), text);
    await setForWorkspace('codeMode.scripts.folders', ['reports/scripts']);
    await trustAll();
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await setForWorkspace('codeMode.scripts.folders', undefined);
    for (const name of ['.code-mode/names.ts', '.code-mode/scripts/savedNames.ts', 'reports'])
      await vscode.workspace.fs.delete(fileOf(name), { recursive: true });
  });

  describe('in a script', () => {
    let script: vscode.TextDocument;
    before(async () => {
      script = await opened('.code-mode/names.ts');
      await eventually(
        () => hover(script, 'getSum'),
        (text) => text.includes('getSum'),
      );
    });

    it('are offered once, those of servers as well', async () => {
      const labels = (await completions(script, 'tools.')).map(({ label }) => labelOf(label));
      assert.deepEqual([...labels].sort(), [...new Set(labels)].sort());
      assert.ok(labels.includes('everything') && labels.includes('filesystem'), labels.join());
    });

    it('are offered of what scripts have, once, where nothing stands before them', async () => {
      const labels = (await completions(script, 'too')).map(({ label }) => labelOf(label));
      assert.deepEqual(
        labels.filter((label) => label === 'tools' || label === 'getSum'),
        ['tools'],
      );
    });

    it('lead to the script, of saved ones', async () => {
      await eventually(
        () => definitions(script, 'savedNames'),
        (found) => isDeepStrictEqual(found, ['.code-mode/scripts/savedNames.ts']),
      );
    });
  });

  describe('in a script of a folder that settings name', () => {
    it('are known, and wrong arguments are found', async () => {
      const script = await opened('reports/scripts/month.ts');
      await showsErrors(script, [{ code: 2322, line: 2 }]);
      const labels = (await completions(script, 'tools.everything.')).map(({ label }) => labelOf(label));
      assert.ok(labels.includes('getSum'), labels.join());
    });

    it('lead to their declaration', async () => {
      const script = await opened('reports/scripts/month.ts');
      assert.deepEqual(await definitions(script, 'getSum'), ['.code-mode/tools.d.ts']);
    });

    it('are not known in the other files of the project around it', async () => {
      const own = await opened('reports/own.ts');
      await showsErrors(own, [{ code: 2304, line: 0 }]);
    });
  });
});
