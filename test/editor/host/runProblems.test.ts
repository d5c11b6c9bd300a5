// Tests the errors of a run at their positions in the script, and the corrections for them.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { eventually, fileOf, replace, write } from './invoke.ts';

describe('the problems of a run', () => {
  let script: vscode.TextDocument;

  before(async () => {
    const file = fileOf('.code-mode/problems.ts');
    await write(file, 'return 1;\n');
    script = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(script);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(script.uri);
  });

  it('stand where an error was thrown or a tool failed, move with their line, and go with an edit of it and with the next run', async () => {
    await run('const list = [];\nthrow new Error("no list");\n');
    await marked([['script_error', 1, 'Error']]);
    assert.match(problems()[0]?.message ?? '', /no list/);
    await edit(new vscode.Position(0, 0), '// first\n');
    await marked([['script_error', 2, 'Error']]);
    await edit(new vscode.Position(2, 0), ' ');
    await marked([]);
    await run('const path = "no such file.txt";\nreturn await tools.workspace.readFile({ path });\n');
    await eventually(places, ([first]) => first?.[1] === 1);
    await run('return 1;\n');
    await marked([]);
  });

  it('have quick fixes for a name, a tool and a missing await', async () => {
    for (const [before, title, after] of [
      ['const city = "Bern";\nreturn citty;\n', 'Change to `city`', 'const city = "Bern";\nreturn city;\n'],
      [
        'return await tools.everything.getSumm({ a: 1, b: 2 });\n',
        'Use `getSum`',
        'return await tools.everything.getSum({ a: 1, b: 2 });\n',
      ],
    ] as const) {
      await run(before);
      await fix(title);
      assert.equal(script.getText(), after);
      await marked([]);
    }
    // The script has several lines, which end as on Windows.
    await endLines(vscode.EndOfLine.CRLF);
    await run('tools.everything.getSum({\n  a: 1,\n  b: 2,\n});\nreturn 1;\n');
    await fix('Add await');
    assert.equal(
      script.getText(),
      'await tools.everything.getSum({\r\n  a: 1,\r\n  b: 2,\r\n});\r\nreturn 1;\r\n',
    );
    await endLines(vscode.EndOfLine.LF);
  });

  it('are left to TypeScript where it finds the same mistake', async () => {
    await run('const city = "Bern";\nreturn citty;\n');
    const errors = () =>
      vscode.languages
        .getDiagnostics(script.uri)
        .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    const sources = await eventually(
      () => errors().map(({ source }) => source),
      ([first, ...others]) => first === 'ts' && others.length === 0,
    );
    assert.deepEqual(sources, ['ts']);
  });

  async function endLines(by: vscode.EndOfLine): Promise<void> {
    const edits = new vscode.WorkspaceEdit();
    edits.set(script.uri, [vscode.TextEdit.setEndOfLine(by)]);
    assert.ok(await vscode.workspace.applyEdit(edits));
  }

  /** Applies the correction with this title. */
  async function fix(title: string): Promise<void> {
    const all = new vscode.Range(0, 0, script.lineCount, 0);
    const actions = await eventually(
      () =>
        vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          script.uri,
          all,
          vscode.CodeActionKind.QuickFix.value,
        ),
      (found) => found.some((action) => action.title === title && action.edit !== undefined),
    );
    const action = actions.find((found) => found.title === title && found.edit !== undefined);
    assert.ok(action?.edit, JSON.stringify(actions.map((found) => found.title)));
    assert.ok(await vscode.workspace.applyEdit(action.edit));
  }

  async function run(code: string): Promise<void> {
    await replace(script, code);
    await vscode.commands.executeCommand('codeMode.runScript', script.uri);
  }

  async function edit(at: vscode.Position, text: string): Promise<void> {
    const edits = new vscode.WorkspaceEdit();
    edits.insert(script.uri, at, text);
    assert.ok(await vscode.workspace.applyEdit(edits));
  }

  function problems(): readonly vscode.Diagnostic[] {
    return vscode.languages.getDiagnostics(script.uri).filter(({ source }) => source === 'Code Mode');
  }

  function places(): readonly (readonly [code: unknown, line: number, severity: string | undefined])[] {
    return problems().map(({ code, range, severity }) => [
      code,
      range.start.line,
      vscode.DiagnosticSeverity[severity],
    ]);
  }

  async function marked(expected: ReturnType<typeof places>): Promise<void> {
    await eventually(places, (found) => isDeepStrictEqual(found, expected));
  }
});
