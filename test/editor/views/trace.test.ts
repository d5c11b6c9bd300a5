// Tests the trace of a run in a real window: use by mouse and keyboard, the data for screen readers, and a hostile
// record. Its themes and the confinement of its page: test/full/editor/page/trace.test.ts.
import assert from 'node:assert/strict';
import { failedForecastRun, forecastRun, writeRun } from '../../fakes/writtenRun.ts';
import { hostileRun, shownMarkup } from '../bed/hostileRun.ts';
import { RunsPanel } from '../bed/runsPanel.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';

const titles = {
  forecasts: 'Compare the weather of all offices, and tell the office channel how many of them will be rainy',
  failed: 'Forecasts that fail',
  hostile: 'A hostile record',
};

describe('the trace of a run', () => {
  let story: StoryWindow;
  let panel: RunsPanel;

  before(async () => {
    story = await storyWindow();
    // Runs of the last minutes would push older runs out of view.
    const startedAt = Date.now();
    for (const run of [
      forecastRun('aaa01-aaaaa000', titles.forecasts, 40, { startedAt }),
      failedForecastRun('aaa02-aaaaa000', titles.failed, { startedAt }),
      { ...hostileRun('aaa04-aaaaa000', titles.hostile), startedAt },
    ])
      writeRun(story.session.runsFolder, run);
    panel = await RunsPanel.open(story.workbench);
  });

  it('shows a bar for each call under its server, and the input, the output and the line of one, by mouse and by keys', async () => {
    const trace = await panel.openTrace(titles.forecasts);
    await trace.state('Finished').waitFor();
    await trace.content.locator('.lane', { hasText: 'weather' }).filter({ hasText: '38 calls' }).waitFor();
    await trace.calls.filter({ hasText: 'listOffices' }).filter({ hasText: ':2' }).waitFor();
    assert.match(await trace.content.locator('.overview').innerText(), /Waiting for you\s+2\.4 s/);
    await trace.calls.filter({ hasText: 'getForecast' }).nth(1).click();
    await trace.facts.filter({ hasText: 'tools.weather.getForecast' }).waitFor();
    await trace.values.locator('.row', { hasText: 'City 1' }).first().waitFor();
    await trace.press('ArrowDown');
    await trace.values.locator('.row', { hasText: 'City 2' }).first().waitFor();
    await trace.press('Enter');
    assert.equal(await trace.focused(), 'call-values');
    await trace.press('Escape');
    assert.equal(await trace.focused(), 'waterfall');
    await trace.press('Home');
    await trace.press('ArrowDown');
    await trace.facts.filter({ hasText: 'tools.crm.listOffices' }).waitFor();
    await trace.press('End');
    await trace.facts.filter({ hasText: 'tools.chat.postMessage, can write' }).waitFor();
    await trace.button('Show in Code').click();
    await trace.markedLine.filter({ hasText: 'tools.chat.postMessage' }).waitFor();
  });

  it('has room for its title and for the names of tools in 720 pixels', async () => {
    const { page } = story.workbench;
    const { width, height } = page.viewportSize() ?? { width: 1400, height: 900 };
    const trace = await panel.openTrace(titles.forecasts);
    const beside = width - ((await page.locator('iframe.webview:visible').boundingBox())?.width ?? 0);
    await page.setViewportSize({ width: Math.round(720 + beside), height });
    await trace.tab(/^Calls/).click();
    const isWhole = (element: { readonly scrollWidth: number; readonly clientWidth: number }) =>
      element.scrollWidth <= element.clientWidth;
    assert.ok(await trace.content.locator('h1').evaluate(isWhole));
    const name = trace.calls.filter({ hasText: 'getForecast' }).first().locator('.tool-name');
    assert.ok(await name.evaluate(isWhole));
    await page.setViewportSize({ width, height });
  });

  it('shows an error with its line and the call that failed, and has nothing that axe-core finds wrong', async () => {
    const trace = await panel.openTrace(titles.failed);
    await trace.content.locator('.problem-error', { hasText: 'Too many requests' }).waitFor();
    await trace.button('Line 5:29').click();
    await trace.content.locator('.code-pane .row.active.line-error').waitFor();
    await trace.tab(/^Calls/).click();
    await trace.calls.and(trace.content.locator('.state-failed')).click();
    await trace.content.locator('.call-problem', { hasText: 'Too many requests' }).waitFor();
    assert.deepEqual(await trace.accessibilityProblems(), []);
  });

  it('shows the markup of a hostile record as text', async () => {
    const trace = await panel.openTrace(titles.hostile);
    await trace.calls.first().click();
    await trace.values.locator('.value-key', { hasText: shownMarkup }).waitFor();
    const { content } = trace;
    await content.locator('.problem-text', { hasText: shownMarkup }).waitFor();
    await content.locator('.lane', { hasText: shownMarkup }).waitFor();
    assert.equal(await content.locator('img, body > script:not([src]), iframe, a').count(), 0);
    assert.equal(await content.locator('body[data-hacked]').count(), 0);
    assert.doesNotMatch(await content.locator('body').innerText(), /[\u202e\u0000\u001b]/);
  });
});
