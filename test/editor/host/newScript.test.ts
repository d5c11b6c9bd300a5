// A scratch script as a person writes it: VS Code's own TypeScript completes and checks it against the generated
// declarations, and Run shows what it returned.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { eventually, workspaceFolder } from './invoke.ts';

describe('a new script', () => {
  let script: vscode.TextDocument;

  before(async () => {
    await vscode.commands.executeCommand('codeMode.newScript');
    const editor = await eventually(
      () => Promise.resolve(vscode.window.activeTextEditor),
      (active) => active?.document.languageId === 'typescript',
    );
    assert.ok(editor);
    script = editor.document;
  });

  it('opens under .code-mode beside its generated files', async () => {
    const folder = vscode.Uri.joinPath(workspaceFolder(), '.code-mode');
    assert.ok(script.uri.path.startsWith(`${folder.path}/`), script.uri.path);
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
    for (const name of ['tools.d.ts', 'tsconfig.json', '.gitignore']) assert.ok(names.includes(name), names.join(' '));
  });

  it('completes the servers after `tools.`', async () => {
    await replaceText(script, 'tools.');
    await eventually(
      () => completions(script),
      (labels) => labels.includes('everything') && labels.includes('filesystem'),
    );
  });

  it('completes the tools after `tools.<server>.`, without the excluded ones', async () => {
    await replaceText(script, 'tools.everything.');
    const labels = await eventually(
      () => completions(script),
      (all) => all.includes('getSum'),
    );
    assert.ok(labels.includes('echo'));
    assert.ok(!labels.includes('getEnv'), 'The excluded tool is offered.');
  });

  it('marks a wrong argument', async () => {
    await replaceText(script, mainWith('return tools.everything.getSum({ a: "one", b: 2 });'));
    // TypeScript reports in several steps, the first of them about the text before.
    await eventually(
      () => Promise.resolve(errors(script)),
      (found) => isDeepStrictEqual(found, [{ code: 2322, line: 1 }]),
    );
  });

  it('has no errors when it is right', async () => {
    await replaceText(script, mainWith('return { sum: await tools.everything.getSum({ a: 20, b: 22 }) };'));
    await eventually(
      () => Promise.resolve(errors(script)),
      (found) => found.length === 0,
    );
  });

  it('has no errors where it returns and awaits outside of a function', async () => {
    await replaceText(script, 'const one = await tools.everything.getSum({ a: 1, b: missing });\nreturn one;\n');
    await eventually(
      () => Promise.resolve(errors(script)),
      (found) => isDeepStrictEqual(found, [{ code: 2304, line: 0 }]),
    );
    await replaceText(script, 'return await tools.everything.getSum({ a: "one", b: 2 });\n');
    await eventually(
      () => Promise.resolve(errors(script)),
      (found) => isDeepStrictEqual(found, [{ code: 2322, line: 0 }]),
    );
    await replaceText(script, 'return { sum: await tools.everything.getSum({ a: 20, b: 22 }) };\n');
    await eventually(
      () => Promise.resolve(errors(script)),
      (found) => found.length === 0,
    );
  });

  it('leaves the error of such a return in other files', async () => {
    const file = vscode.Uri.joinPath(workspaceFolder(), 'outside.ts');
    await vscode.workspace.fs.writeFile(file, Buffer.from('return 1;\n'));
    const { document: outside } = await vscode.window.showTextDocument(file);
    await eventually(
      () => Promise.resolve(errors(outside)),
      (found) => isDeepStrictEqual(found, [{ code: 1108, line: 0 }]),
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.workspace.fs.delete(file);
    await vscode.window.showTextDocument(script);
  });

  it('has no errors when it is right in a function', async () => {
    await replaceText(script, mainWith('return { sum: await tools.everything.getSum({ a: 20, b: 22 }) };'));
    await eventually(
      () => Promise.resolve(errors(script)),
      (found) => found.length === 0,
    );
  });

  it('offers to be run by a CodeLens, and no trace while it never ran', async () => {
    const offered = await eventually(
      () => codeLenses(script),
      (all) => all.length > 0,
    );
    assert.deepEqual(offered, ['codeMode.runScript', 'codeMode.dryRunScript', 'codeMode.debugScript']);
  });

  it('has declarations that follow the exclusions', async () => {
    const settings = vscode.workspace.getConfiguration('codeMode', workspaceFolder());
    const before = settings.get('excludedTools');
    await settings.update('excludedTools', ['everything.get-env', 'everything.echo'], vscode.ConfigurationTarget.Workspace);
    await eventually(declarations, (text) => text.includes('getSum') && !text.includes('readonly echo:'));
    await settings.update('excludedTools', before, vscode.ConfigurationTarget.Workspace);
    await eventually(declarations, (text) => text.includes('readonly echo:'));
  });

  it('has no declarations of what the user excluded, whatever the workspace excludes', async () => {
    const settings = vscode.workspace.getConfiguration('codeMode');
    await settings.update('excludedTools', ['everything.echo'], vscode.ConfigurationTarget.Global);
    await eventually(declarations, (text) => text.includes('getSum') && !text.includes('readonly echo:'));
    await settings.update('excludedTools', undefined, vscode.ConfigurationTarget.Global);
    await eventually(declarations, (text) => text.includes('readonly echo:'));
  });

  it('has declarations that follow the choice of servers', async () => {
    const settings = vscode.workspace.getConfiguration('codeMode', workspaceFolder());
    await settings.update('servers', ['!everything'], vscode.ConfigurationTarget.Workspace);
    await eventually(declarations, (text) => !text.includes('readonly everything:'));
    await settings.update('servers', undefined, vscode.ConfigurationTarget.Workspace);
    await eventually(declarations, (text) => text.includes('readonly everything:'));
  });

  for (const path of ['.mcp.json', '.cursor/mcp.json'])
    it(`has declarations that follow the servers of ${path}`, async () => {
      const file = vscode.Uri.joinPath(workspaceFolder(), path);
      const { servers } = JSON.parse(await textOf(vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'mcp.json'))) as { servers: object };
      await vscode.workspace.fs.writeFile(
        file,
        Buffer.from(JSON.stringify({ mcpServers: { second: Object.values(servers)[0] as object } })),
      );
      await eventually(declarations, (text) => text.includes('readonly second:'));
      await vscode.workspace.fs.delete(file);
      await eventually(declarations, (text) => !text.includes('readonly second:'));
    });

  it('shows its result when run', async () => {
    await vscode.commands.executeCommand('codeMode.runScript', script.uri);
    await eventually(
      () => Promise.resolve(outputText()),
      (text) => text.includes('The sum of 20 and 22 is 42'),
    );
  });

  it('then has the result, the replay and the trace of that run above it', async () => {
    const offered = await eventually(
      () => codeLenses(script),
      (all) => all.includes('codeMode.openTrace') && all.includes('codeMode.showResult'),
    );
    assert.deepEqual(
      new Set(offered),
      new Set(['runScript', 'dryRunScript', 'debugScript', 'showResult', 'replayScript', 'openTrace'].map((name) => `codeMode.${name}`)),
    );
  });

  it('lists what it would write in a dry run, and asks nothing', async () => {
    await replaceText(script, mainWith('return await tools.workspace.writeFile({ path: "dry.txt", content: "dry" });'));
    await vscode.commands.executeCommand('codeMode.dryRunScript', script.uri);
    await eventually(
      () => Promise.resolve(outputText()),
      (text) => /1 call was not sent:\s+1\. tools\.workspace\.writeFile\(.*"dry\.txt"/.test(text),
    );
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.joinPath(workspaceFolder(), 'dry.txt'))));
  });

  it('runs where it was never saved', async () => {
    const unsaved = await vscode.workspace.openTextDocument({ language: 'typescript', content: 'return "never saved: " + (40 + 2);\n' });
    await vscode.window.showTextDocument(unsaved);
    await vscode.commands.executeCommand('codeMode.runScript');
    await eventually(
      () => Promise.resolve(outputText()),
      (text) => text.includes('never saved: 42'),
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.window.showTextDocument(script);
  });

  it('is not started again while it runs', async () => {
    const run = () => vscode.commands.executeCommand('codeMode.runScript', script.uri);
    await replaceText(script, mainWith('await new Promise((resolve) => setTimeout(resolve, 300)); console.log("not twice");'));
    await Promise.all([run(), run()]);
    await replaceText(script, mainWith('console.log("after it");'));
    await run();
    const output = await eventually(
      () => Promise.resolve(outputText()),
      (text) => text.includes('after it'),
    );
    assert.equal(output.split('not twice').length, 2);
  });
});

/** A script as VS Code's TypeScript accepts it: `return` needs a function around it. */
function mainWith(statement: string): string {
  return `export default async function main() {\n  ${statement}\n}\n`;
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  // A save that meets another one, as it does on a busy machine, gives false.
  await eventually(
    () => document.save(),
    () => !document.isDirty,
  );
}

function declarations(): Promise<string> {
  return textOf(vscode.Uri.joinPath(workspaceFolder(), '.code-mode', 'tools.d.ts'));
}

async function textOf(file: vscode.Uri): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
}

function errors(document: vscode.TextDocument): readonly { readonly code: unknown; readonly line: number }[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .map(({ code, range }) => ({ code, line: range.start.line }));
}

/** The commands of Code Mode above the script. */
async function codeLenses(document: vscode.TextDocument): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 10);
  return lenses.flatMap(({ command }) => (command?.command.startsWith('codeMode.') === true ? [command.command] : []));
}

/** The labels offered at the end of the document. */
async function completions(document: vscode.TextDocument): Promise<readonly string[]> {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, end);
  return list.items.map((item) => (typeof item.label === 'string' ? item.label : item.label.label));
}

/** What the output panel holds; its channels are documents of the scheme `output`. */
function outputText(): string {
  return vscode.workspace.textDocuments
    .filter((document) => document.uri.scheme === 'output')
    .map((document) => document.getText())
    .join('\n');
}
