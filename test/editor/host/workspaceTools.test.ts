// The workspace's files through the editor's own file system, by the settings of this window.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, workspaceFolder } from './invoke.ts';

describe('tools.workspace', () => {
  const file = () => vscode.Uri.joinPath(workspaceFolder(), 'data', 'by-a-script.txt');

  afterEach(async () => {
    await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
  });

  it('reads what the workspace has', async () => {
    const text = await executeCode('return (await tools.workspace.listFiles({ path: "data" })).entries.length > 0;');
    assert.match(text, /true/);
  });

  it('searches by a regular expression', async () => {
    const text = await executeCode('return (await tools.workspace.searchText({ query: "^al.ha$", regex: true })).matches[0]?.path;');
    assert.match(text, /data\/alpha\.txt/);
  });

  it('does not find what the editor does not show', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('exclude', { '**/*.{txt,js}': true }, vscode.ConfigurationTarget.Global);
    const text = await executeCode('return (await tools.workspace.findFiles({ pattern: "data/*" })).paths;');
    await files.update('exclude', undefined, vscode.ConfigurationTarget.Global);
    assert.match(text, /\["data\/gamma\.md"\]/);
  });

  it('reads lines of a file over 10 MB', async () => {
    await vscode.workspace.fs.writeFile(file(), Buffer.from(`${'line\n'.repeat(2_500_000)}last`));
    const text = await executeCode('return await tools.workspace.readFile({ path: "data/by-a-script.txt", offset: 2500001 });');
    assert.match(text, /"content":"last","lines":2500001/);
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
