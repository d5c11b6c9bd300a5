// Scratch scripts where the workspace takes none.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorSession } from '../bed/editorSession.ts';
import { ResultPage } from '../bed/resultPage.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { ownEditor, sharedEditor } from '../bed/sharedEditor.ts';
import { Workbench } from '../bed/workbench.ts';

describe('a new script in a folder that cannot be written', function () {
  this.timeout(240_000);
  let session: EditorSession;
  let workbench: Workbench;

  before(async () => {
    session = await sharedEditor({ settings: { 'codeMode.scripts.results': 'panel' } });
    // Nothing can be made below it, whoever asks.
    writeFileSync(join(session.workspace.folder, '.code-mode'), '');
    workbench = await Workbench.open(session.window.page);
  });

  it('is kept in the storage of the extension, which is said, and runs', async () => {
    await workbench.runCommand('Code Mode: New Script');
    await new RunsShown(workbench).notification('cannot be written: the script');
    await workbench.page.locator('.tab.active', { hasText: 'script1.ts' }).waitFor();
    const panel = new ResultPage(workbench.page);
    await workbench.pressLens('Run', panel.state('Finished'));
    await panel.content.getByRole('heading', { name: '.code-mode/script1.ts' }).waitFor();
  });
});

describe('a new script in a window without a folder', function () {
  this.timeout(240_000);
  let session: EditorSession;

  before(async () => {
    session = await ownEditor({ settings: { 'codeMode.scripts.results': 'panel' } });
    await session.window.openEmpty();
  });

  after(() => session[Symbol.asyncDispose]());

  it('is kept in the storage of the extension, which is said, and runs', async () => {
    const { page } = session.window;
    const workbench = await Workbench.openEmpty(page);
    await workbench.runCommand('Code Mode: New Script');
    await new RunsShown(workbench).notification('folder is open: the script');
    await page.locator('.tab.active', { hasText: 'script1.ts' }).waitFor();
    const panel = new ResultPage(page);
    await workbench.pressLens('Run', panel.state('Finished'));
    await panel.content.getByRole('heading', { name: '.code-mode/script1.ts' }).waitFor();
  });
});
