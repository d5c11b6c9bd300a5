// Real servers that drive a browser.
import assert from 'node:assert/strict';
import { provideChromium } from '../../editor/bed/provision.ts';
import { EngineOverServers } from '../../engine/engineOverServers.ts';
import { ScriptedHttpServer } from '../../mcp/scriptedHttpServer.ts';
import { realServer } from '../../mcp/realServer.ts';

const page =
  '<title>Counter</title><button onclick="this.textContent = \'Pressed \' + this.dataset.word" data-word="twice">Press</button>';

describe('servers that drive a browser', () => {
  let site: ScriptedHttpServer;
  let test: EngineOverServers;
  before(async () => {
    const chromium = await provideChromium();
    site = await ScriptedHttpServer.start((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    const servers = {
      playwright: realServer(
        'playwright',
        '--headless',
        '--no-sandbox',
        '--isolated',
        '--executable-path',
        chromium,
      ),
      devtools: realServer(
        'chrome-devtools',
        ...['--headless', '--isolated', '--chromeArg=--no-sandbox', '--executablePath', chromium],
        ...['--no-usage-statistics', '--no-performance-crux'],
      ),
    };
    test = await EngineOverServers.open(servers, { typeCheck: 'error', limits: { wallMs: 60_000 } });
  });
  after(async () => {
    await test[Symbol.asyncDispose]();
    await site.close();
  });

  const run = async (code: string) => {
    const outcome = await test.run(code);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return JSON.stringify(outcome.value);
  };

  it('open a page, find a button on it and press it, in one script (playwright)', async () => {
    const snapshot = await run(`
      await tools.playwright.browserNavigate({ url: ${JSON.stringify(site.url)} });
      const before = await tools.playwright.browserSnapshot({});
      const [, target] = /button "Press" \\[ref=(\\w+)\\]/.exec(before);
      await tools.playwright.browserClick({ element: 'the button', target });
      return tools.playwright.browserSnapshot({});
    `);
    assert.match(snapshot, /Page Title: Counter.*Pressed twice/);
  });

  it('take a picture without what has a default (playwright)', async () => {
    assert.match(
      await run(
        'return (await tools.playwright.browserTakeScreenshot.raw({})).content.map(({ type }) => type)',
      ),
      /image/,
    );
  });

  it('open a page, find a button on it and press it, in one script (chrome-devtools)', async () => {
    const snapshot = await run(`
      const pages = await tools.devtools.listPages({});
      const pageId = Number(/(\\d+): about:blank/.exec(pages)[1]);
      await tools.devtools.navigatePage({ pageId, type: 'url', url: ${JSON.stringify(site.url)} });
      const before = await tools.devtools.takeSnapshot({ pageId });
      const [, uid] = /uid=(\\S+) button "Press"/.exec(before);
      await tools.devtools.click({ pageId, uid });
      return tools.devtools.takeSnapshot({ pageId });
    `);
    assert.match(snapshot, /button .*Pressed twice/);
  });
}).timeout(120_000);
