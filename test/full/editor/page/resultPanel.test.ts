// The result panel of scratch scripts in a real window: each form of a result, live, by mouse and keyboard, what can be
// done with it. Its tabs for the console and for calls: test/editor/views/resultPanel.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../sandbox/sandboxProcesses.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { ownEditor } from '../../../editor/bed/sharedEditor.ts';
import { RunPage, themes } from '../../../editor/bed/runPage.ts';
import { reloadKeeping, Workbench } from '../../../editor/bed/workbench.ts';
import { changeSettings, writeScripts } from '../../../editor/bed/workspace.ts';

const scripts = {
  table: `const rows = Array.from({ length: 100_000 }, (_, id) => ({
  id, name: "Customer " + (id * 7919) % 100_000, city: ["Zürich", "Basel", "Bern"][id % 3], note: id === 5 ? "=HYPERLINK(1)" : null,
}));
return rows;
`,
  tree: `const run = Number((await codemode.store.get("run")) ?? 0) + 1;
await codemode.store.set("run", run);
return { run, nested: { deep: ["needle", 1, true, null] } };
`,
  picture: `const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="teal"/></svg>';
codemode.display({ type: "image", mimeType: "image/svg+xml", data: btoa(svg) });
const sound = "RIFF\\x44\\x03\\0\\0WAVEfmt \\x10\\0\\0\\0\\x01\\0\\x01\\0\\x40\\x1f\\0\\0\\x40\\x1f\\0\\0\\x01\\0\\x08\\0data\\x20\\x03\\0\\0" + "\\x80".repeat(800);
codemode.display({ type: "audio", mimeType: "audio/wav", data: btoa(sound) });
codemode.display({ type: "text", text: "# Chart\\n\\nWith **two** points, [source](https://example.com/a)." });
`,
  markdown: `return "# Report\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\n- one\\n- <img src=x onerror=alert(1)>\\n\\n[link](https://example.com/) [bad](javascript:alert(1))";\n`,
  plain: `return "Dear reader,\\n  * not a list";\n`,
  fails: `console.log("first line\\nsecond line");
console.warn("careful");
await tools.filesystem.readTextFile({ path: "/nowhere/at/all.txt" });
`,
  asked: `const { city, days = 3 } = codemode.args;\nreturn { city, days };\n`,
  parts: `1 + 1;\n40 + 2;\n`,
  kept: `const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><!-- ' + "x".repeat(30_000) + ' --></svg>';
codemode.display({ type: "image", mimeType: "image/svg+xml", data: btoa(svg) });
codemode.display({ type: "text", text: "# Long\\n\\n" + "word ".repeat(5_000) });
console.log("entry ".repeat(4_000));
return { kept: "by its record" };
`,
  slow: `console.log("begun");
codemode.progress("Waiting", 0.5);
await tools.everything.triggerLongRunningOperation({ duration: 60, steps: 60 });
`,
};

describe('the result panel of a script', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let panel: RunPage;

  before(async () => {
    session = await ownEditor({
      settings: { 'codeMode.scripts.results': 'panel', 'codeMode.limits.resultBytes': 64_000_000 },
    });
    workbench = await Workbench.open(session.window.page);
    writeScripts(session.workspace.folder, scripts);
    await session.window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    panel = new RunPage(session.window.page);
  });

  after(() => session[Symbol.asyncDispose]());

  const run = async (name: keyof typeof scripts) => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runScript(`${name}.ts`);
  };

  it('shows a list of 100,000 objects as a table, with elements for the rows in view alone', async () => {
    await run('table');
    await panel.state('Finished').waitFor({ timeout: 120_000 });
    await panel.content.locator('.search-count', { hasText: '100,000 rows' }).waitFor();
    await panel.rows.filter({ hasText: 'Customer 7919Basel' }).waitFor();
    assert.ok((await panel.rows.count()) < 100);
  });

  it('goes to its last row by a key', async () => {
    await panel.rows.first().click();
    await panel.press('End');
    await panel.rows.filter({ hasText: '99,999' }).waitFor();
    await panel.press('Home');
  });

  it('says by which column it is sorted', async () => {
    await panel.button('name').click();
    await panel.content
      .getByRole('columnheader', { name: /name/ })
      .and(panel.content.locator('[aria-sort=ascending]'))
      .waitFor();
  });

  it('filters its rows, and copies those as Markdown', async () => {
    await panel.content.getByRole('searchbox', { name: 'Filter rows' }).fill('hyperlink');
    await panel.content.locator('.search-count', { hasText: '1 of 100,000 rows' }).waitFor();
    await panel.rows.first().filter({ hasText: 'HYPERLINK' }).waitFor();
    await panel.button('Copy as Markdown').click();
    await panel.untilCopied(
      '| id | name | city | note |\n| ---: | --- | --- | --- |\n| 5 | Customer 39595 | Bern | =HYPERLINK(1) |\n',
    );
  });

  /** The dialog of a window in the browser is a quick input. `name`: another than is offered. */
  const saved = async (offered: string, name = offered) => {
    const dialog = workbench.page.locator('.quick-input-widget', { hasText: 'Save Result' });
    const input = dialog.locator('input').first();
    const to = (file: string) => join(session.workspace.folder, file);
    await eventually(
      () => input.inputValue(),
      (value) => value === to(offered),
    );
    // The name that is offered is put in again when the files of the folder are listed.
    await dialog.locator('.monaco-list-row').first().waitFor();
    if (name !== offered) await input.fill(to(name));
    await input.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    return eventually(
      () => Promise.resolve(existsSync(to(name)) ? readFileSync(to(name), 'utf8') : ''),
      (text) => text !== '',
    );
  };

  it('saves the table as it stands as CSV, and as Markdown where the file is named so', async () => {
    await panel.button('Save Table As…').click();
    assert.equal(
      await saved('table.result.csv'),
      'id,name,city,note\r\n5,Customer 39595,Bern,"\'=HYPERLINK(1)"\r\n',
    );
    await panel.button('Save Table As…').click();
    assert.match(
      await saved('table.result.csv', 'list.md'),
      /^\| id \| name \| city \| note \|\n.*\n\| 5 \| Customer 39595 \| Bern \| =HYPERLINK\(1\) \|\n$/,
    );
  });

  it('shows an object as a tree, finds a value in it and copies its path', async () => {
    await run('tree');
    await panel.state('Finished').waitFor();
    const box = panel.content.getByRole('searchbox', { name: 'Search in Result' });
    await box.fill('needle');
    await box.press('Enter');
    await panel.tree.locator('.row.active', { hasText: 'needle' }).waitFor();
    await panel.button('Copy Path').first().click();
    await panel.untilCopied('result.nested.deep[0]');
  });

  it('saves a result as JSON', async () => {
    await panel.button('Save As…').click();
    assert.deepEqual(JSON.parse(await saved('tree.result.json')), {
      run: 1,
      nested: { deep: ['needle', 1, true, null] },
    });
  });

  it('keeps a pinned result beside later ones', async () => {
    await panel.button('Pin').click();
    await panel.button('Unpin').waitFor();
    for (const number of ['2', '3', '4']) {
      await panel.button('Run').click();
      await panel.tree.locator('.row', { hasText: new RegExp(`^run: ${number}$`) }).waitFor();
    }
    assert.equal(await panel.select('Run').locator('option').count(), 3);
    await panel.select('Run').selectOption({ index: 0 });
    await panel.tree.locator('.row', { hasText: /^run: 1$/ }).waitFor();
  });

  it('compares two results in the diff editor', async () => {
    await panel.button('Compare…').click();
    const list = workbench.page.locator('.quick-input-widget', { hasText: 'Compare Results' });
    await list.locator('.monaco-list-row').first().click();
    // In a narrow column the lines of both stand below each other.
    const diff = workbench.page.locator('.monaco-diff-editor');
    await diff.locator('.view-line', { hasText: '"run": 4' }).first().waitFor();
    await diff.filter({ hasText: '"run": 1' }).waitFor();
  });

  it('opens a result as JSON in an editor, where it is folded and searched as any other', async () => {
    await run('tree');
    await panel.state('Finished').waitFor();
    await panel.button('Open in Editor').click();
    await workbench.page
      .locator('.editor-instance .monaco-editor.focused .view-line', { hasText: '"nested": {' })
      .waitFor();
  });

  it('inserts a result as a comment below the script', async () => {
    await run('tree');
    await panel.state('Finished').waitFor();
    await panel.button('Insert as Comment').click();
    await workbench.page.locator('.view-line', { hasText: '"nested": {' }).waitFor();
    await workbench.runCommand('File: Save All');
  });

  it('shows pictures and texts that the script displayed', async () => {
    await run('picture');
    const picture = panel.content.locator('.displayed-pane img');
    await picture.waitFor();
    const frame = await panel.frame();
    assert.equal(
      await frame.evaluate(
        `document.querySelector('.media img').decode().then(() => document.querySelector('.media img').naturalWidth)`,
      ),
      120,
    );
    await panel.content.getByRole('heading', { name: 'Chart' }).waitFor();
    await panel.content.getByRole('link', { name: 'source' }).waitFor();
  });

  it('saves a picture as it is', async () => {
    await panel.button('Save image/svg+xml 1…').click();
    assert.match(await saved('picture.display.svg'), /^<svg xmlns.*<\/svg>$/);
  });

  it('plays a sound that the script displayed', async () => {
    const frame = await panel.frame();
    const played = `(async () => {
      const sound = document.querySelector('audio');
      await new Promise((resolve, reject) => {
        sound.addEventListener('ended', resolve);
        sound.addEventListener('error', () => reject(sound.error));
        sound.muted = true;
        sound.play().catch(reject);
      });
      return [sound.controls, sound.currentTime];
    })()`;
    assert.deepEqual(await frame.evaluate(played), [true, 0.1]);
  });

  it('shows a Markdown text as one, and markup and other addresses in it as text', async () => {
    await run('markdown');
    await panel.content.getByRole('heading', { name: 'Report' }).waitFor();
    await panel.content.locator('.markdown td', { hasText: '2' }).waitFor();
    await panel.content.locator('.markdown li', { hasText: '<img src=x' }).waitFor();
    assert.equal(await panel.content.locator('.markdown img').count(), 0);
    assert.equal(await panel.content.locator('.markdown a').count(), 1);
  });

  it('shows a plain text as it is', async () => {
    await run('plain');
    const text = panel.content.locator('.text-pane pre');
    await text.waitFor();
    assert.equal(await text.textContent(), 'Dear reader,\n  * not a list');
  });

  it('has one panel for each script, whatever runs how often', async () => {
    await run('plain');
    await panel.content.locator('.text-pane pre').waitFor();
    await workbench.openFile('markdown.ts');
    for (const _ of ['once', 'again']) await workbench.runCommand('Code Mode: Run Script');
    await panel.content.getByRole('heading', { name: 'Report' }).waitFor();
    const tabs = await workbench.page.locator('.tab', { hasText: 'Result: ' }).allTextContents();
    assert.deepEqual(tabs.sort(), ['Result: markdown.ts', 'Result: plain.ts']);
  });

  const cursorAt = (line: number) =>
    workbench.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col 1` }).waitFor();

  it('goes from a line of the console to the line of the script, by mouse and by key', async () => {
    await run('fails');
    await panel.state('Failed').waitFor();
    await panel.tab(/^Console/).click();
    await panel.lines.filter({ hasText: 'careful' }).locator('.entry-line', { hasText: ':2' }).click();
    await cursorAt(2);
    await panel.lines.filter({ hasText: 'first line' }).click();
    await panel.press('Enter');
    await cursorAt(1);
  });

  it('shows a run while it is on, and stops it', async () => {
    await run('slow');
    await panel.state('Running').waitFor();
    await panel.tab('Calls (1)').click();
    // The rows are drawn again while the button of the mouse is down.
    await panel.calls.first().click({ delay: 1_200 });
    await panel.facts.filter({ hasText: 'triggerLongRunningOperation' }).waitFor();
    await panel.content.locator('.facts', { hasText: 'Waiting (50%)' }).waitFor();
    await panel.tab(/^Console/).click();
    await panel.lines.filter({ hasText: 'begun' }).waitFor();
    await panel.button('Stop').click();
    await panel.state('Cancelled').waitFor();
  });

  it('says above the script how the run went, and stops the next one from there', async () => {
    await workbench.lens(/Cancelled at/).waitFor();
    await workbench.pressLens('Run', panel.state('Running'));
    await workbench.pressLens('Stop', panel.state('Cancelled'));
    await workbench.lens('Stop').waitFor({ state: 'detached' });
  });

  it('asks for the arguments that the script reads, and begins with the last ones', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('asked.ts');
    const input = workbench.page.locator('.quick-input-widget input').first();
    const enter = async (title: string, before: string, text: string) => {
      await workbench.page.locator('.quick-input-widget', { hasText: title }).waitFor();
      assert.equal(await input.inputValue(), before);
      await input.fill(text);
      await input.press('Enter');
    };
    await workbench.pressLens('Run with Arguments…', input);
    await enter('(1/2)', '', 'Basel');
    await enter('(2/2)', '', '7');
    await panel.tree.locator('.row', { hasText: /^city: "Basel"$/ }).waitFor();
    await panel.tree.locator('.row', { hasText: /^days: 7$/ }).waitFor();
    await workbench.pressLens('Run with Arguments…', input);
    await enter('(1/2)', 'Basel', 'Bern');
    await enter('(2/2)', '7', '');
    await panel.tree.locator('.row', { hasText: /^city: "Bern"$/ }).waitFor();
    await panel.tree.locator('.row', { hasText: /^days: 3$/ }).waitFor();
  });

  it('replays the last run from the line above it', async () => {
    await workbench.pressLens('Replay', panel.state('Finished (replay)'));
    await panel.tree.locator('.row', { hasText: /^city: "Bern"$/ }).waitFor();
    await workbench.page.locator('.editor-instance .monaco-editor .view-line').first().click();
  });

  it('runs what is selected, by keys', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('parts.ts');
    await workbench.page.locator('.editor-instance .monaco-editor .view-line').first().click();
    await panel.press('ControlOrMeta+Home');
    await panel.press('ControlOrMeta+L');
    await panel.press('ControlOrMeta+Alt+Shift+Enter');
    await panel.state('Finished').waitFor();
    await panel.tree.locator('.row', { hasText: /^result\s*2$/ }).waitFor();
  });

  it('is stopped by a key', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('slow.ts');
    await workbench.page.locator('.editor-instance .monaco-editor .view-line').first().click();
    await panel.press('ControlOrMeta+Alt+Enter');
    await panel.state('Running').waitFor();
    await panel.press('Shift+F5');
    await panel.state('Cancelled').waitFor();
  });

  for (const [kind, theme] of Object.entries(themes))
    it(`has nothing that axe-core finds wrong, contrast included, in ${theme}`, async () => {
      changeSettings(session.workspace.folder, { 'workbench.colorTheme': theme });
      const found: string[] = [];
      const check = async (what: string) =>
        found.push(...(await panel.accessibilityProblems()).map((line) => `${what}: ${line}`));
      await run('fails');
      await panel.state('Failed').waitFor();
      await panel.content.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
      await panel.tab(/^Console/).click();
      await panel.lines.filter({ hasText: 'careful' }).waitFor();
      await check('console');
      await panel.tab(/^Calls/).click();
      await panel.calls.first().click();
      await panel.content.locator('#call-values .row', { hasText: '/nowhere' }).first().waitFor();
      await check('calls');
      await run('picture');
      await panel.content.getByRole('heading', { name: 'Chart' }).waitFor();
      await check('displayed');
      await run('table');
      await panel.rows.nth(3).click();
      await check('table');
      await panel.select('Show the result as').selectOption('Tree');
      await panel.tree.locator('.row').nth(3).click();
      await check('tree');
      await panel.select('Show the result as').selectOption('Table');
      assert.deepEqual(found, []);
    });

  it('comes back with its window, and shows the last run', async () => {
    await run('kept');
    await panel.tree.locator('.row', { hasText: /^kept: "by its record"$/ }).waitFor();
    // The page stores its state after the tab is open; without the state, nothing can be restored.
    await reloadKeeping(session.window.page, /"page":"[^"]*kept\.ts"/);
    workbench = await Workbench.open(session.window.page);
    await panel.tree.locator('.row', { hasText: /^kept: "by its record"$/ }).waitFor();
  });

  it('shows long pictures, texts and console lines of the record as it did live', async () => {
    await panel.tab('Displayed (2)').click();
    const frame = await panel.frame();
    await panel.content.locator('.displayed-pane img').waitFor();
    assert.equal(
      await frame.evaluate(
        `document.querySelector('.media img').decode().then(() => document.querySelector('.media img').naturalWidth)`,
      ),
      90,
    );
    await panel.content.getByRole('heading', { name: 'Long' }).waitFor();
    await panel.tab('Console (1)').click();
    await panel.lines.filter({ hasText: 'entry entry' }).locator('.entry-line', { hasText: ':4' }).click();
    await cursorAt(4);
  });
});
