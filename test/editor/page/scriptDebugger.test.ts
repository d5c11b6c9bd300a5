// A scratch script in VS Code's JavaScript debugger: the question, a breakpoint, variables, a step, its result. How a
// debugged run is ended: test/full/editor/page/debugScript.test.ts.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DebugPanel } from '../bed/debugPanel.ts';
import { ResultPage } from '../bed/resultPage.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';

/** Types above and within the code: its lines are those of the file, its columns are not. */
const script = `interface Row {
  readonly id: number;
  readonly price: number;
}
const rows: readonly Row[] = [{ id: 1, price: 20 }, { id: 2, price: 22 }];
let total: number = 0;
for (const row of rows as Row[]) {
  total += row.price;
}
const folder = await tools.filesystem.listAllowedDirectories({});
return { total, isListed: folder !== undefined };
`;

describe('debugging a script', function () {
  this.timeout(240_000);
  let story: StoryWindow;

  before(async () => {
    story = await storyWindow('panel');
    const folder = join(story.session.workspace.folder, '.code-mode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'total.ts'), script);
  });

  it('asks first, stops at a breakpoint, shows the variables, steps, and goes on to the result', async () => {
    const { workbench } = story;
    const { page } = workbench;
    const panel = new ResultPage(page);
    const debug = new DebugPanel(workbench);
    await debug.openWithBreakpoint('total.ts', 8);
    await workbench.pressLens('Debug', page.locator('.monaco-dialog-box'));
    assert.match(await debug.allow(), / on 127\.0\.0\.1/);
    await debug.standsAt('total.ts', 8);
    await debug.openScope('Local');
    await debug.variable(/^total\s*=\s*0$/).waitFor();
    await page.keyboard.press('F10');
    await debug.standsAt('total.ts', 7);
    await debug.variable(/^total\s*=\s*20$/).waitFor();
    await page.keyboard.press('F5');
    await debug.standsAt('total.ts', 8);
    await page.keyboard.press('F5');
    await panel.state('Finished').waitFor();
    await panel.tree.locator('.row', { hasText: /^total: 42$/ }).waitFor();
    await panel.tree.locator('.row', { hasText: /^isListed: true$/ }).waitFor();
    await panel.content.getByText(/Debug run: without limits/).waitFor();
    await debug.toolbar.waitFor({ state: 'hidden' });
  });
});
