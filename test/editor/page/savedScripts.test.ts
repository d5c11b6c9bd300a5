// Saved scripts in their editor: the form for their arguments. Keys and the menu:
// test/full/editor/page/savedScripts.test.ts.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ResultPage } from '../bed/resultPage.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';

const files = {
  'month.ts': `/**
 * Counts a month.
 * @param input What to count
 */
export default async function main(input: { month: number; apiKey?: string }) {
  return { month: input.month, keyLength: input.apiKey?.length ?? 0 };
}
`,
};

describe('a saved script in its editor', function () {
  this.timeout(240_000);
  let story: StoryWindow;
  let panel: ResultPage;

  before(async () => {
    story = await storyWindow('panel');
    const folder = join(story.session.workspace.folder, '.code-mode', 'scripts');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    panel = new ResultPage(story.workbench.page);
  });

  it('is run with the arguments that its main takes, which are remembered; a secret is typed unseen and is not', async () => {
    const { workbench } = story;
    await workbench.openFile('month.ts');
    const widget = workbench.page.locator('.quick-input-widget:visible');
    const input = widget.locator('input').first();
    const row = (text: RegExp) => panel.tree.locator('.row', { hasText: text });
    const field = async (what: RegExp, type: string, before: string, text: string) => {
      await widget.filter({ hasText: what }).waitFor();
      assert.equal(await input.getAttribute('type'), type);
      assert.equal(await input.inputValue(), before);
      await input.fill(text);
      await input.press('Enter');
    };
    await workbench.pressLens('Run with Arguments…', input);
    await field(/month\. Remembered in this workspace\./, 'text', '', '5');
    await field(/apiKey\. A secret: not shown, .*may have it/, 'password', '', 'hidden');
    await row(/^keyLength: 6$/).waitFor();
    await workbench.pressLens('Run with Arguments…', input);
    await field(/month/, 'text', '5', '6');
    await field(/apiKey/, 'password', '', '');
    await row(/^month: 6$/).waitFor();
    await row(/^keyLength: 0$/).waitFor();
  });
});
