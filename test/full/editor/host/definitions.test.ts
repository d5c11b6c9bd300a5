// Tests definitions in the editor: their variables, the command that leads from a server to its definition, and a
// policy of the organisation.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode, trustAll, workspaceFolder } from '../../../editor/host/invoke.ts';

const definitions = () => vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'mcp.json');

describe('a definition in the editor', () => {
  let written: Uint8Array;
  let command: vscode.Disposable;

  before(async () => {
    written = await vscode.workspace.fs.readFile(definitions());
    const { servers } = JSON.parse(Buffer.from(written).toString()) as { servers: { everything: object } };
    command = vscode.commands.registerCommand('codeModeTest.pick', () => 'picked');
    const env = {
      COMMAND: '${command:codeModeTest.pick}',
      TITLE: '${config:window.title}',
      EXTENSION: '${extensionInstallFolder:code-mode.code-mode}',
      FILE: '${relativeFile}',
    };
    const knowing = { ...servers.everything, env };
    await vscode.workspace.fs.writeFile(
      definitions(),
      Buffer.from(JSON.stringify({ servers: { ...servers, knowing } }, undefined, 2)),
    );
    const title = '${workspaceFolder} ${config:files.eol}';
    await vscode.workspace
      .getConfiguration('window')
      .update('title', title, vscode.ConfigurationTarget.Workspace);
    await trustAll();
  });

  after(async () => {
    command.dispose();
    await vscode.workspace
      .getConfiguration('window')
      .update('title', undefined, vscode.ConfigurationTarget.Workspace);
    await vscode.workspace.fs.writeFile(definitions(), written);
  });

  it('says which of its variables has no value, is opened where it is written, and has the editor’s values put in', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(
      () => executeCode('return await tools.knowing.getEnv({})'),
      (text) => text.includes('${relativeFile} has no value. Open its file'),
    );

    await vscode.commands.executeCommand('codeMode.configureServer', { server: { name: 'knowing' } });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), definitions().toString());
    const { active } = editor.selection;
    assert.match(editor.document.lineAt(active).text.slice(active.character), /^"knowing": \{/);

    await vscode.window.showTextDocument(vscode.Uri.joinPath(workspaceFolder(), 'data', 'alpha.txt'));
    await vscode.commands.executeCommand('codeMode.restartServers');
    const text = await executeCode('return await tools.knowing.getEnv({})');
    const [value = ''] = text.split('\n\n');
    const env = JSON.parse(value) as Record<string, string>;
    assert.equal(env['TITLE'], `${workspaceFolder().fsPath} auto`);
    assert.equal(env['FILE'], 'data/alpha.txt');
    assert.equal(env['COMMAND'], 'picked');
    assert.equal(env['EXTENSION'], vscode.extensions.getExtension('code-mode.code-mode')?.extensionPath);
  });

  it('is not used where the organisation lets no server run, and the message names the setting', async () => {
    const chat = vscode.workspace.getConfiguration('chat.mcp');
    await chat.update('access', 'none', vscode.ConfigurationTarget.Global);
    try {
      await eventually(
        () => executeCode('return await tools.everything.echo({ message: "a" })'),
        (text) => text.includes('"chat.mcp.access" is "none"'),
      );
    } finally {
      await chat.update('access', undefined, vscode.ConfigurationTarget.Global);
    }
    await eventually(
      () => executeCode('return await tools.everything.echo({ message: "a" })'),
      (text) => text.includes('Echo: a'),
    );
  });
});
