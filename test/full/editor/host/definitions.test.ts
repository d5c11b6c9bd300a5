// Tests definitions in the editor: their variables, the command that leads from a server to its definition, and a
// policy of the organisation.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  addServers,
  definitionFile,
  eventually,
  executeCode,
  fileOf,
  setForUser,
  setForWorkspace,
  workspaceFolder,
} from '../../../editor/host/invoke.ts';

describe('a definition in the editor', () => {
  let restore: () => Promise<void>;
  let command: vscode.Disposable;

  before(async () => {
    command = vscode.commands.registerCommand('codeModeTest.pick', () => 'picked');
    const env = {
      COMMAND: '${command:codeModeTest.pick}',
      TITLE: '${config:window.title}',
      EXTENSION: '${extensionInstallFolder:code-mode.code-mode}',
      FILE: '${relativeFile}',
    };
    await setForWorkspace('window.title', '${workspaceFolder} ${config:files.eol}');
    restore = await addServers(({ everything }) => ({ knowing: { ...everything, env } }));
  });

  after(async () => {
    command.dispose();
    await setForWorkspace('window.title', undefined);
    await restore();
  });

  it('says which of its variables has no value, is opened where it is written, and has the editor’s values put in', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(
      () => executeCode('return await tools.knowing.getEnv({})'),
      (text) => text.includes('${relativeFile} has no value. Open its file'),
    );

    await vscode.commands.executeCommand('codeMode.configureServer', { server: { name: 'knowing' } });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), definitionFile().toString());
    const { active } = editor.selection;
    assert.match(editor.document.lineAt(active).text.slice(active.character), /^"knowing": \{/);

    await vscode.window.showTextDocument(fileOf('data/alpha.txt'));
    await vscode.commands.executeCommand('codeMode.restartServers');
    const text = await executeCode('return await tools.knowing.getEnv({})');
    const [value = ''] = text.split('\n\n');
    const env = JSON.parse(value) as Record<string, string>;
    assert.equal(env['TITLE'], `${workspaceFolder().fsPath} auto`);
    assert.equal(env['FILE'], 'data/alpha.txt');
    assert.equal(env['COMMAND'], 'picked');
    assert.equal(env['EXTENSION'], vscode.extensions.getExtension('code-mode.code-mode')?.extensionPath);
  });

  it('is asked about after a yes to as many as one question shows', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `many${index}`);
    const remove = await addServers(() =>
      Object.fromEntries(names.map((name) => [name, { command: 'absent' }])),
    );
    assert.match(await executeCode('return await tools.many59.anything({});'), /absent/);
    await remove();
  });

  it('is not used where the organisation lets no server run, and the message names the setting', async () => {
    await setForUser('chat.mcp.access', 'none');
    try {
      await eventually(
        () => executeCode('return await tools.everything.echo({ message: "a" })'),
        (text) => text.includes('"chat.mcp.access" is "none"'),
      );
    } finally {
      await setForUser('chat.mcp.access', undefined);
    }
    await eventually(
      () => executeCode('return await tools.everything.echo({ message: "a" })'),
      (text) => text.includes('Echo: a'),
    );
  });
});
