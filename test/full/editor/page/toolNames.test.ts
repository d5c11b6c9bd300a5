// The names of tools as the window shows them, in a script of a folder that settings name: the project around it has
// nothing of Code Mode.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { ownEditor } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

const script = 'return await tools.everything.getSum({ a: 40, b: 2 });\ntools.everything.\n';

describe('the names of tools in a script outside of .code-mode', () => {
  let session: EditorSession;
  let workbench: Workbench;

  before(async () => {
    session = await ownEditor({
      settings: { 'js/ts.validate.enabled': true, 'codeMode.scripts.folders': ['reports'] },
    });
    const { folder } = session.workspace;
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "types": [] } }\n');
    writeFileSync(join(folder, 'reports', 'week.ts'), script);
    workbench = await Workbench.open(session.window.page);
    await workbench.openFile('week.ts');
  });

  after(() => session[Symbol.asyncDispose]());

  it('are completed, each once', async () => {
    const { page } = workbench;
    await page.locator('.editor-instance .monaco-editor .view-line').nth(1).click();
    await page.keyboard.press('End');
    await workbench.completionOffers('getSum');
    await page.keyboard.type('sum');
    const rows = page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: /get.?sum/i });
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    await page.keyboard.press('Escape');
  });

  it('are there without a file in the project', () => {
    assert.ok(!existsSync(join(session.workspace.folder, '.code-mode')));
  });
});
