// The trace of a run in a real window: mouse, keyboard, contrast, what a screen reader is given, and what a hostile
// record can do in it. The story is test/editor/views/trace.test.ts.
import assert from 'node:assert/strict';
import { failedForecastRun, forecastRun, writeRun, type WrittenRun } from '../../../fakes/writtenRun.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { hostileRun } from '../../../editor/bed/hostileRun.ts';
import { RunsPanel } from '../../../editor/bed/runsPanel.ts';
import { sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { themes, type RunPage } from '../../../editor/bed/runPage.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { changeSettings } from '../../../editor/bed/workspace.ts';

const titles = {
  forecasts: 'Compare the weather',
  failed: 'Forecasts that fail',
  many: 'Forecasts of all cities',
  hostile: 'A hostile record',
};

const runs = (): readonly WrittenRun[] => [
  forecastRun('aaa01-aaaaa000', titles.forecasts, 40),
  failedForecastRun('aaa02-aaaaa000', titles.failed),
  forecastRun('aaa03-aaaaa000', titles.many, 2_000),
  hostileRun('aaa04-aaaaa000', titles.hostile),
];

describe('the trace of a run', () => {
  let session: EditorSession;
  let panel: RunsPanel;
  let trace: RunPage;

  before(async () => {
    session = await sharedEditor();
    for (const run of runs()) writeRun(session.runsFolder, run);
    const workbench = await Workbench.open(session.window.page);
    await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
    panel = await RunsPanel.open(workbench);
  });

  it('closes and opens a server by the arrows', async () => {
    trace = await panel.openTrace(titles.forecasts);
    await trace.calls.first().click();
    await trace.press('End');
    await trace.press('ArrowLeft');
    await trace.press('ArrowLeft');
    await trace.calls.filter({ hasText: 'postMessage' }).waitFor({ state: 'detached' });
    await trace.press('ArrowRight');
    await trace.calls.filter({ hasText: 'postMessage' }).waitFor();
  });

  it('finds a value of a call', async () => {
    await trace.calls.filter({ hasText: 'postMessage' }).click();
    const box = trace.content.getByRole('searchbox', { name: 'Search in Input and output' });
    await box.fill('#office');
    await box.press('Enter');
    await trace.content.locator('#call-values .row.active', { hasText: '#office' }).waitFor();
  });

  it('shows the same calls as a table', async () => {
    await trace.button('Show as Table').click();
    const grid = trace.content.getByRole('grid', { name: 'Calls in their order' });
    assert.equal(await grid.getAttribute('aria-rowcount'), '41');
    await grid.getByRole('row', { name: /listOffices.*reads/ }).waitFor();
    await trace.button('Show as Table').click();
    await trace.calls.first().waitFor();
  });

  it('goes to the last of 2,000 calls, and has elements for those in view alone', async () => {
    trace = await panel.openTrace(titles.many);
    await trace.calls.first().click();
    await trace.press('End');
    await trace.facts.filter({ hasText: 'tools.chat.postMessage' }).waitFor();
    assert.ok((await trace.calls.count()) < 100);
  });

  for (const [kind, theme] of Object.entries(themes))
    it(`has nothing that axe-core finds wrong, contrast included, in ${theme}`, async () => {
      changeSettings(session.workspace.folder, { 'workbench.colorTheme': theme });
      const found: string[] = [];
      const check = async (what: string) =>
        found.push(...(await trace.accessibilityProblems()).map((line) => `${what}: ${line}`));
      trace = await panel.openTrace(titles.forecasts);
      await trace.content.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
      // The page keeps the tab that was chosen.
      await trace.tab(/^Calls/).click();
      await trace.calls.nth(3).click();
      await trace.values.locator('.row', { hasText: 'City 2' }).first().waitFor();
      await check('a call');
      await trace.button('Show as Table').click();
      await check('the table of calls');
      await trace.tab('Code').click();
      await check('the code');
      await trace.tab(/^Console/).click();
      await check('the console');
      trace = await panel.openTrace(titles.failed);
      await trace.tab(/^Calls/).click();
      await trace.calls.and(trace.content.locator('.state-failed')).click();
      await trace.content.locator('.call-problem').waitFor();
      await check('a failure');
      assert.deepEqual(found, []);
    });

  describe('over a hostile record', () => {
    before(async () => {
      trace = await panel.openTrace(titles.hostile);
      await trace.calls.first().click();
      await trace.values.locator('.row', { hasText: '__proto__' }).first().waitFor();
    });

    it('shows the markup of its code as text, and what hides in its values as escapes', async () => {
      await trace.tab('Code').click();
      await trace.content.locator('.code-pane .row', { hasText: '<script>' }).first().waitFor();
      assert.equal(await trace.content.locator('body > script:not([src])').count(), 0);
      await trace.tab(/^Calls/).click();
      assert.match(await trace.content.locator('body').innerText(), /\\u\{?202e/);
    });

    it('cuts long names and keys', async () => {
      const longest = await (
        await trace.frame()
      ).evaluate<number>(
        `Math.max(...[...document.querySelectorAll('span')].map(({ childElementCount, textContent }) => childElementCount ? 0 : textContent.length))`,
      );
      assert.ok(longest < 3_000, `${longest} characters`);
    });
  });

  for (const [what, directive, attempt] of [
    [
      'a script',
      'script-src-elem',
      `document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }))`,
    ],
    [
      'a style',
      'style-src-elem',
      `document.body.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }))`,
    ],
    ['a picture from outside', 'img-src', `new Image().src = 'http://127.0.0.1:9/'`],
    ['a request', 'connect-src', `fetch('http://127.0.0.1:9/').catch(() => undefined)`],
    [
      'a frame',
      'frame-src',
      `document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://127.0.0.1:9/' }))`,
    ],
    [
      'a form',
      'form-action',
      // Sends to the origin of the page. VS Code's own policy also stops requests to other addresses, with an error in
      // place of the page.
      `const form = Object.assign(document.createElement('form'), { action: location.origin + '/sent', method: 'post' });
       document.body.append(form);
       form.submit()`,
    ],
    [
      'a base',
      'base-uri',
      `document.head.append(Object.assign(document.createElement('base'), { href: 'http://127.0.0.1:9/' }))`,
    ],
  ] as const)
    it(`refuses ${what} that is not of its page`, async () => {
      const refused = await (
        await trace.frame()
      ).evaluate<string>(`new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective), { once: true });
        ${attempt};
      })`);
      assert.equal(refused, directive);
    });

  it('is where it was after a form was sent and a base set', async () => {
    const frame = await trace.frame();
    const at = await frame.evaluate<string>(`document.baseURI`);
    assert.ok(!at.startsWith('http://127.0.0.1:9/'), at);
    await trace.calls.first().waitFor();
  });
});
