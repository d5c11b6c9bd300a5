// The workspace's files through the editor's own file system, by the settings of this window.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, workspaceFolder } from './invoke.ts';

describe('tools.workspace', () => {
  const settings = () => vscode.workspace.getConfiguration('codeMode.workspace');
  const file = () => vscode.Uri.joinPath(workspaceFolder(), 'data', 'by-a-script.txt');

  afterEach(async () => {
    await settings().update('writePaths', undefined, vscode.ConfigurationTarget.Global);
    await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
  });

  it('reads what the workspace has', async () => {
    const text = await executeCode('return (await tools.workspace.listFiles({ path: "data" })).entries.length > 0;');
    assert.match(text, /true/);
  });

  it('writes nothing unless the user allows it', async () => {
    const text = await executeCode('return await tools.workspace.writeFile({ path: "data/by-a-script.txt", content: "x" });');
    assert.match(text, /writePaths/);
  });

  it('writes where the user allows it', async () => {
    await settings().update('writePaths', ['data/**'], vscode.ConfigurationTarget.Global);
    await executeCode('return await tools.workspace.writeFile({ path: "data/by-a-script.txt", content: "written" });');
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file())), 'written');
  });
});

describe('tools.workspace.diagnostics', () => {
  it('tells what the editor shows as a problem', async () => {
    const found = vscode.languages.createDiagnosticCollection('test');
    const mistake = new vscode.Diagnostic(new vscode.Range(1, 2, 1, 4), 'It is wrong.', vscode.DiagnosticSeverity.Error);
    mistake.source = 'checker';
    mistake.code = { value: 42, target: vscode.Uri.parse('https://example.com') };
    found.set(vscode.Uri.joinPath(workspaceFolder(), 'data', 'alpha.txt'), [mistake]);
    const text = await executeCode('return (await tools.workspace.diagnostics({ paths: "data/*.txt" })).diagnostics;');
    found.dispose();
    const expected =
      '{"path":"data/alpha.txt","line":2,"column":3,"severity":"error","message":"It is wrong.","source":"checker","code":"42"}';
    assert.ok(text.includes(expected), text);
  });
});
