// Tests the result panel of scratch scripts in a real window: a table and an error. Each form of a result, a run in
// progress, its files and its themes: test/full/editor/page/resultPanel.test.ts.
import assert from 'node:assert/strict';
import { RunPage } from '../bed/runPage.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { writeScripts } from '../bed/workspace.ts';

const scripts = {
  table: `return Array.from({ length: 1_000 }, (_, id) => ({
  id, name: "Customer " + (id * 7919) % 1_000, city: ["Zürich", "Basel", "Bern"][id % 3], note: id === 5 ? "=HYPERLINK(1)" : null,
}));
`,
  fails: `console.log("first line\\nsecond line");
console.warn("careful");
await tools.filesystem.readTextFile({ path: "/nowhere/at/all.txt" });
`,
};

describe('the result panel of a script', () => {
  let story: StoryWindow;
  let panel: RunPage;

  before(async () => {
    story = await storyWindow('panel');
    const { page } = story.workbench;
    writeScripts(story.session.workspace.folder, scripts);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    panel = new RunPage(page);
  });

  const run = async (name: keyof typeof scripts) => {
    await story.workbench.runCommand('View: Close All Editors');
    await story.workbench.runScript(`${name}.ts`);
  };

  it('shows a list of objects as a table, which is sorted, filtered and copied as CSV with formulas as text', async () => {
    await run('table');
    await panel.state('Finished').waitFor();
    await panel.content.locator('.search-count', { hasText: '1,000 rows' }).waitFor();
    assert.ok((await panel.rows.count()) < 100, 'There are elements for rows that are not in view.');
    await panel.button('name').click();
    await panel.rows
      .first()
      .filter({ hasText: /Customer 0(?!\d)/ })
      .waitFor();
    await panel.button('name').click();
    await panel.rows.first().filter({ hasText: 'Customer 999' }).waitFor();
    await panel.content.getByRole('searchbox', { name: 'Filter rows' }).fill('hyperlink');
    await panel.content.locator('.search-count', { hasText: '1 of 1,000 rows' }).waitFor();
    await panel.rows.first().filter({ hasText: 'HYPERLINK' }).waitFor();
    await panel.button('Copy as CSV').click();
    await panel.untilCopied('id,name,city,note\r\n5,Customer 595,Bern,"\'=HYPERLINK(1)"\r\n');
  });

  it('shows an error with its line and goes there, the console by level, and a call with its input', async () => {
    await run('fails');
    await panel.state('Failed').waitFor();
    await panel.content.getByRole('button', { name: /^Line 3/ }).click();
    await story.workbench.page
      .locator('.editor-instance .monaco-editor.focused .view-line', { hasText: '/nowhere' })
      .waitFor();
    await panel.tab(/^Console/).click();
    await panel.lines.filter({ hasText: 'second line' }).waitFor();
    await panel.select('Levels').selectOption('Warnings and errors');
    await panel.lines.filter({ hasText: 'first line' }).waitFor({ state: 'detached' });
    await panel.lines.filter({ hasText: 'warning' }).filter({ hasText: 'careful' }).waitFor();
    await panel.tab('Calls (1)').click();
    await panel.calls
      .filter({ hasText: 'readTextFile of filesystem' })
      .filter({ hasText: /failed.*\d (?:ms|s)$/ })
      .click();
    await panel.content.locator('#call-values .row', { hasText: '/nowhere/at/all.txt' }).first().waitFor();
  });
});
