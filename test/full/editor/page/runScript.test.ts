// Running a scratch script that can write: the code below the question, its answers, and what is remembered of them.
// The story is test/editor/page/runScript.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { ServersPanel } from '../../../editor/bed/serversPanel.ts';
import { pageOptions, sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { reloadKeeping, Workbench } from '../../../editor/bed/workbench.ts';
import { writeScripts } from '../../../editor/bed/workspace.ts';
import { eventually } from '../../../sandbox/sandboxProcesses.ts';

describe('running a script that can write', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let report: string;

  before(async () => {
    session = await sharedEditor({ ...pageOptions, goOn: true });
    workbench = await Workbench.open(session.window.page);
    report = join(session.workspace.folder, 'data', 'report.txt');
    const counted = `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: "written" });\nconst run = Number((await codemode.store.get("run")) ?? 0) + 1;\nawait codemode.store.set("run", run);\nreturn "done in run " + run;\n`;
    writeScripts(session.workspace.folder, {
      writeReport: counted,
      writeOther: counted,
      tryOut: `await tools.filesystem.writeFile({ path: ${JSON.stringify(report)}, content: "written" });\nreturn "tried out";\n`,
      saveNote: 'return await tools.editor.testNote({ text: "from a script" });\n',
    });
    await workbench.openFile('writeReport.ts');
  });

  const run = async (): Promise<ApprovalQuestion> => {
    await workbench.runCommand('Code Mode: Run Script');
    return ApprovalQuestion.open(workbench.page);
  };

  it('shows the code that it asks about below the question, for as long as it asks', async () => {
    const { page } = workbench;
    const question = await run();
    const code = page.locator('.editor-instance .monaco-editor[data-uri^="code-mode-script:"]');
    const line = code.locator('.view-line', { hasText: 'writeFile' }).first();
    await question.pick('Show the Code', line);
    // The line has no box while the editor draws it again.
    const box = await eventually(() => line.boundingBox(), Boolean);
    assert.ok(box && box.y >= (await question.bottom()), `The line is at ${box?.y}.`);
    await question.press('Escape');
    await question.isGone();
    await code.waitFor({ state: 'detached' });
    await workbench.outputShows('You declined to run this script');
  });

  it('lists what it would write after "Dry Run", and does not write it', async () => {
    await workbench.openFile('tryOut.ts');
    await (await run()).answer('Dry Run');
    await workbench.outputShows('Dry run: nothing was written');
    await workbench.outputShows('tried out');
    assert.ok(!existsSync(report));
    await workbench.openFile('writeReport.ts');
  });

  it('leaves it to VS Code to ask for a tool of the editor', async () => {
    await workbench.runScript('saveNote.ts');
    const dialog = await workbench.dialog();
    assert.match(await dialog.innerText(), /Save a note\?\s+The note is "from a script"/);
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await workbench.outputShows('noted: from a script');
    await workbench.openFile('writeReport.ts');
  });

  it('does not ask again for a file after "Always Allow…" for this file, also after a reload, and for another file it does', async () => {
    await (await run()).answer('For This File');
    await workbench.outputShows('done in run 1');
    await reloadKeeping(session.window.page, '.code-mode/writeReport.ts');
    workbench = await Workbench.open(session.window.page);
    await workbench.openFile('writeReport.ts');
    rmSync(report, { force: true });
    await workbench.runCommand('Code Mode: Run Script');
    // The script counts its runs in `codemode.store`, which the reload leaves.
    await workbench.outputShows('done in run 2');
    assert.equal(readFileSync(report, 'utf8'), 'written');
    await workbench.openFile('writeOther.ts');
    await (await run()).answer("Don't Run");
  });

  it('asks again when the approval is revoked', async () => {
    await workbench.runCommand('Code Mode: Manage Approvals');
    const list = workbench.page.locator('.quick-input-widget', { hasText: 'May Call Without Asking' });
    assert.match(await list.innerText(), /tools\.filesystem\.writeFile.*writeReport\.ts.*in one file/s);
    const row = list.locator('.monaco-list-row', { hasText: 'in one file' });
    await row.click();
    await row.waitFor({ state: 'detached' });
    // The servers that are trusted stay in the list.
    await workbench.page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await workbench.openFile('writeReport.ts');
    await (await run()).answer("Don't Run");
  });

  it('shows what is allowed on the tools of the view, where it is revoked, too', async () => {
    await (await run()).answer('In This Workspace');
    const panel = await ServersPanel.open(workbench);
    await panel.widen();
    await panel.toggle(await panel.row('filesystem', 'running'));
    await panel.row('writeFile', 'allowed in this workspace');
    await panel.choose('writeFile', 'Revoke Approval');
    await panel.row('writeFile', /^(?!.*allowed in this workspace)/s);
    await panel.toggle(await panel.row('filesystem', 'running'));
    await workbench.openFile('writeReport.ts');
    await (await run()).answer("Don't Run");
  });
});
