// Scratch scripts where the workspace takes none.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { RunPage } from '../../../editor/bed/runPage.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { ownEditor } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

describe('a new script is kept in the storage of the extension, which is said, and runs', () => {
  let session: EditorSession;

  before(async () => {
    session = await ownEditor({ settings: { 'codeMode.scripts.results': 'panel' } });
  });

  after(() => session[Symbol.asyncDispose]());

  async function keepsNewScript(workbench: Workbench, said: string): Promise<void> {
    await workbench.runCommand('Code Mode: New Script');
    await new RunsShown(workbench).notification(said);
    await workbench.page.locator('.tab.active', { hasText: 'script1.ts' }).waitFor();
    const panel = new RunPage(workbench.page);
    await workbench.pressLens('Run', panel.state('Finished'));
    await panel.content.getByRole('heading', { name: '.code-mode/script1.ts' }).waitFor();
  }

  it('in a folder that cannot be written', async () => {
    // Nothing can be made below it, whoever asks.
    writeFileSync(join(session.workspace.folder, '.code-mode'), '');
    const workbench = await Workbench.open(session.window.page);
    await keepsNewScript(workbench, 'cannot be written: the script');
  });

  it('in a window without a folder', async () => {
    await session.window.openEmpty();
    const workbench = await Workbench.openEmpty(session.window.page);
    await keepsNewScript(workbench, 'No folder is open: the script');
  });
});
