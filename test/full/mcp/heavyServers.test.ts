// Real servers with something behind them: two that drive a browser, and one for a service that is not asked.
import assert from 'node:assert/strict';
import { provideChromium } from '../../editor/bed/provision.ts';
import { RecordingApprover } from '../../fakes/recordingApprover.ts';
import { TestEngine } from '../../fakes/testEngine.ts';
import { ScriptedHttpServer } from '../../mcp/scriptedHttpServer.ts';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { realServer } from '../../mcp/realServer.ts';

const page =
  '<title>Counter</title><button onclick="this.textContent = \'Pressed \' + this.dataset.word" data-word="twice">Press</button>';

describe('servers that drive a browser', () => {
  let site: ScriptedHttpServer;
  let workspace: McpWorkspace;
  let test: TestEngine;
  before(async () => {
    const chromium = await provideChromium();
    site = await ScriptedHttpServer.start((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    workspace = await McpWorkspace.create({
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
    });
    test = new TestEngine([workspace.source], { typeCheck: 'error', limits: { wallMs: 60_000 } });
  });
  after(async () => {
    await test[Symbol.asyncDispose]();
    await workspace.dispose();
    await site.close();
  });

  const run = async (code: string) => {
    const outcome = await test.run(code, { approver: new RecordingApprover() });
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

describe('a server for a service', () => {
  it('lists its tools without the service (notion)', async () => {
    const workspace = await McpWorkspace.create({
      notion: { ...realServer('notion'), env: { NOTION_TOKEN: 'ntn_00000000' } },
    });
    try {
      const tools = await workspace.tools('notion');
      assert.ok(tools.length > 20 && tools.every(({ inputSchema }) => inputSchema['type'] === 'object'));
    } finally {
      await workspace.dispose();
    }
  });
});
