// Tests the workspace's files and problems through the editor's own file system, with the settings of this window.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, fileOf, setForUser } from './invoke.ts';

describe('tools.workspace', () => {
  it('lists and searches the files that the editor shows', async () => {
    const code = (pattern: string) => `
      const { entries } = await tools.workspace.listFiles({ path: "data" });
      const { matches } = await tools.workspace.searchText({ query: "^al.ha$", regex: true });
      const { paths } = await tools.workspace.findFiles({ pattern: "${pattern}" });
      return { listed: entries.length > 0, match: matches[0]?.path, paths };`;
    assert.match(
      await executeCode(code('data/*.md')),
      /"listed":true,"match":"data\/alpha\.txt","paths":\["data\/gamma\.md"\]/,
    );
    await setForUser('files.exclude', { '**/*.{txt,js}': true });
    const text = await executeCode('return (await tools.workspace.findFiles({ pattern: "data/*" })).paths;');
    await setForUser('files.exclude', undefined);
    assert.match(text, /\["data\/gamma\.md"\]/);
  });
});

describe('tools.workspace.diagnostics', () => {
  it('tells what the editor shows as a problem', async () => {
    const found = vscode.languages.createDiagnosticCollection('test');
    const mistake = new vscode.Diagnostic(
      new vscode.Range(1, 2, 1, 4),
      'It is wrong.',
      vscode.DiagnosticSeverity.Error,
    );
    mistake.source = 'checker';
    mistake.code = { value: 42, target: vscode.Uri.parse('https://example.com') };
    found.set(fileOf('data/alpha.txt'), [mistake]);
    const text = await executeCode(
      'return (await tools.workspace.diagnostics({ paths: "data/*.txt" })).diagnostics;',
    );
    found.dispose();
    const expected =
      '{"path":"data/alpha.txt","line":2,"column":3,"severity":"error","message":"It is wrong.","source":"checker","code":"42"}';
    assert.ok(text.includes(expected), text);
  });
});
