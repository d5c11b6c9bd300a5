// Running a scratch script that can write: the question is a modal dialog, which only a window without host tests
// shows.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEditor, pictureOfFailure, type EditorSession } from '../bed/editorSession.ts';
import { prepareBed } from '../bed/testBed.ts';
import { Workbench } from '../bed/workbench.ts';

describe('running a script that can write', function () {
  this.timeout(120_000);
  let session: EditorSession;
  let workbench: Workbench;
  let report: string;

  before(async () => {
    session = await openEditor(await prepareBed(), { settings: { 'codeMode.editorTools': ['test_*'] } });
    workbench = await Workbench.open(session.window.page);
    report = join(session.workspace.folder, 'data', 'report.txt');
    const scripts = join(session.workspace.folder, '.code-mode');
    mkdirSync(scripts, { recursive: true });
    const code = `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: "written" });\nreturn "the script is done";\n`;
    writeFileSync(join(scripts, 'writeReport.ts'), code);
    writeFileSync(join(scripts, 'saveNote.ts'), 'return await tools.editor.testNote({ text: "from a script" });\n');
    await workbench.openFile('writeReport.ts');
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.log(`      ${await pictureOfFailure(session, this.currentTest.fullTitle())}`);
  });

  after(() => session[Symbol.asyncDispose]());

  it('asks first, and does nothing when refused', async () => {
    await workbench.runCommand('Code Mode: Run Script');
    const dialog = await workbench.dialog();
    assert.match(await dialog.innerText(), /writeFile/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.ok(!existsSync(report));
  });

  it('writes when allowed and shows the result', async () => {
    await workbench.runCommand('Code Mode: Run Script');
    const dialog = await workbench.dialog();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await workbench.outputShows('the script is done');
    assert.equal(readFileSync(report, 'utf8'), 'written');
  });

  it('leaves it to VS Code to ask for a tool of the editor', async () => {
    await workbench.openFile('saveNote.ts');
    await workbench.runCommand('Code Mode: Run Script');
    const dialog = await workbench.dialog();
    assert.match(await dialog.innerText(), /Save a note\?\s+The note is "from a script"/);
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await workbench.outputShows('noted: from a script');
  });
});
