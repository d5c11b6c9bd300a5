// Tests a scratch script as a person writes it: VS Code's own TypeScript completes and checks it against the generated
// declarations, and Run shows its result.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, fileOf } from './invoke.ts';
import {
  codeLenses,
  completions,
  mainWith,
  newScript,
  outputShows,
  replaceText,
  showsErrors,
} from './scratchDocument.ts';

describe('a new script', () => {
  let script: vscode.TextDocument;

  before(async () => {
    script = await newScript();
  });

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens beside its generated files, has servers and tools completed, and a wrong argument marked', async () => {
    const folder = fileOf('.code-mode');
    assert.ok(script.uri.path.startsWith(`${folder.path}/`), script.uri.path);
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
    for (const name of ['tools.d.ts', 'tsconfig.json', '.gitignore'])
      assert.ok(names.includes(name), names.join(' '));

    await replaceText(script, 'tools.');
    await eventually(
      () => completions(script),
      (labels) => labels.includes('everything') && labels.includes('filesystem'),
    );
    await replaceText(script, 'tools.everything.');
    const labels = await eventually(
      () => completions(script),
      (all) => all.includes('getSum'),
    );
    assert.ok(labels.includes('echo'));
    assert.ok(!labels.includes('getEnv'), 'The excluded tool is offered.');

    await replaceText(script, 'return await tools.everything.getSum({ a: "one", b: 2 });\n');
    // TypeScript reports in several steps, and the first step is about the previous text.
    await showsErrors(script, [{ code: 2322, line: 0 }]);
    await replaceText(script, 'return { sum: await tools.everything.getSum({ a: 20, b: 22 }) };\n');
    await showsErrors(script, []);
  });

  it('is run by the line above it, which then offers the result, the replay and the trace of that run', async () => {
    await replaceText(script, mainWith('return { sum: await tools.everything.getSum({ a: 20, b: 22 }) };'));
    const offered = await eventually(
      () => codeLenses(script),
      (all) => all.length > 0,
    );
    assert.deepEqual(offered, ['codeMode.runScript', 'codeMode.dryRunScript', 'codeMode.debugScript']);
    await vscode.commands.executeCommand('codeMode.runScript', script.uri);
    await outputShows(/The sum of 20 and 22 is 42/);
    const later = await eventually(
      () => codeLenses(script),
      (all) => all.includes('codeMode.openTrace') && all.includes('codeMode.showResult'),
    );
    const expected = ['runScript', 'dryRunScript', 'debugScript', 'showResult', 'replayScript', 'openTrace'];
    assert.deepEqual(new Set(later), new Set(expected.map((name) => `codeMode.${name}`)));
  });

  it('lists what it would write in a dry run, and asks nothing', async () => {
    await replaceText(
      script,
      mainWith('return await tools.workspace.writeFile({ path: "dry.txt", content: "dry" });'),
    );
    await vscode.commands.executeCommand('codeMode.dryRunScript', script.uri);
    await outputShows(/1 call was not sent:\s+1\. tools\.workspace\.writeFile\(.*"dry\.txt"/);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(fileOf('dry.txt'))));
  });
});
