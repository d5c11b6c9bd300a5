// Tests when the errors and declarations of a scratch script are updated, and the run of a script that was never saved
// or is already running. The story is test/editor/host/newScript.test.ts.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  definitionFile,
  eventually,
  fileOf,
  setForUser,
  setForWorkspace,
  textOf,
  write,
} from '../../../editor/host/invoke.ts';
import {
  declarations,
  mainWith,
  newScript,
  outputShows,
  replaceText,
  showsErrors,
} from '../../../editor/host/scratchDocument.ts';

describe('a new script', () => {
  let script: vscode.TextDocument;

  before(async () => {
    script = await newScript();
  });

  it('leaves the error of such a return in other files', async () => {
    const file = fileOf('outside.ts');
    await write(file, 'return 1;\n');
    const { document: outside } = await vscode.window.showTextDocument(file);
    await showsErrors(outside, [{ code: 1108, line: 0 }]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.workspace.fs.delete(file);
    await vscode.window.showTextDocument(script);
  });

  it('has declarations that follow the exclusions', async () => {
    await setForWorkspace('codeMode.excludedTools', ['everything.get-env', 'everything.echo']);
    await eventually(declarations, (text) => text.includes('getSum') && !text.includes('readonly echo:'));
    await setForWorkspace('codeMode.excludedTools', ['everything.get-env']);
    await eventually(declarations, (text) => text.includes('readonly echo:'));
  });

  it('has no declarations of what the user excluded, whatever the workspace excludes', async () => {
    await setForUser('codeMode.excludedTools', ['everything.echo']);
    await eventually(declarations, (text) => text.includes('getSum') && !text.includes('readonly echo:'));
    await setForUser('codeMode.excludedTools', undefined);
    await eventually(declarations, (text) => text.includes('readonly echo:'));
  });

  it('has declarations that follow the choice of servers', async () => {
    await setForWorkspace('codeMode.servers', ['!everything']);
    await eventually(declarations, (text) => !text.includes('readonly everything:'));
    await setForWorkspace('codeMode.servers', undefined);
    await eventually(declarations, (text) => text.includes('readonly everything:'));
  });

  for (const path of ['.mcp.json', '.cursor/mcp.json'])
    it(`has declarations that follow the servers of ${path}`, async () => {
      const { servers } = JSON.parse(await textOf(definitionFile())) as { servers: { everything: object } };
      await write(fileOf(path), JSON.stringify({ mcpServers: { second: servers.everything } }));
      await eventually(declarations, (text) => text.includes('readonly second:'));
      await vscode.workspace.fs.delete(fileOf(path));
      await eventually(declarations, (text) => !text.includes('readonly second:'));
    });

  it('runs where it was never saved', async () => {
    const unsaved = await vscode.workspace.openTextDocument({
      language: 'typescript',
      content: 'return "never saved: " + (40 + 2);\n',
    });
    await vscode.window.showTextDocument(unsaved);
    await vscode.commands.executeCommand('codeMode.runScript');
    await outputShows(/never saved: 42/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.window.showTextDocument(script);
  });

  it('is not started again while it runs', async () => {
    const run = () => vscode.commands.executeCommand('codeMode.runScript', script.uri);
    await replaceText(
      script,
      mainWith('await new Promise((resolve) => setTimeout(resolve, 300)); console.log("not twice");'),
    );
    await Promise.all([run(), run()]);
    await replaceText(script, mainWith('console.log("after it");'));
    await run();
    const output = await outputShows(/after it/);
    assert.equal(output.split('not twice').length, 2);
  });
});
