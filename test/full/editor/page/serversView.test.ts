// The view "Servers & Tools" in a real window: what it says of servers, and what its buttons do.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProtectedServer } from '../../../fakes/protectedServer.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { ServersPanel } from '../../../editor/bed/serversPanel.ts';
import { sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { writeDefinitions } from '../../../editor/bed/trusting.ts';

describe('the view of servers and tools', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let panel: ServersPanel;

  before(async () => {
    session = await sharedEditor();
    workbench = await Workbench.open(session.window.page);
    panel = await ServersPanel.open(workbench);
  });

  const define = (servers: object, inputs: readonly object[] = []) =>
    writeDefinitions(session.workspace.folder, { servers, inputs });

  it('starts no server by being looked at', async () => {
    await panel.row('everything', 'not started');
    await panel.row('filesystem', 'not started');
  });

  it('documents a tool on a click, which leaves no problem', async () => {
    await panel.toggle(await panel.press('filesystem', 'Start Server', /running · \d+ tools/));
    await (await panel.row('readTextFile', /≈\d+ tokens/)).click();
    const page = workbench.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await page.getByRole('heading', { name: 'tools.filesystem.readTextFile' }).waitFor();
    await page.locator('pre', { hasText: 'await tools.filesystem.readTextFile({ path: "…" });' }).waitFor();
    await workbench.page
      .locator('.statusbar-item[id="status.problems"]', { hasText: /^\s*0\s*0\s*$/ })
      .waitFor();
  });

  it('shows only what writes, or has a text, and says how many that are', async () => {
    const { page } = workbench;
    await workbench.runCommand('Code Mode: Show Only Tools That Write');
    await page.getByText(/^Tools that can write: \d+ of \d+$/).waitFor();
    await panel.row('writeFile', /≈\d+ tokens/);
    await page.locator('.monaco-list-row', { hasText: 'readTextFile' }).waitFor({ state: 'detached' });
    await workbench.runCommand('Code Mode: Filter Tools…');
    const text = page.getByPlaceholder('names and descriptions; empty: all');
    await text.fill('Directory');
    await text.press('Enter');
    await page.getByText(/^Tools that can write with "Directory": \d+ of \d+$/).waitFor();
    await panel.row('createDirectory', /≈\d+ tokens/);
    await page.locator('.monaco-list-row', { hasText: 'writeFile' }).waitFor({ state: 'detached' });
    await workbench.runCommand('Code Mode: Show All Tools');
    await panel.row('readTextFile', /≈\d+ tokens/);
  });

  it('offers a tool to chat directly, and gives it back to scripts', async () => {
    await panel.press(
      'writeFile',
      'Offer to Chat Directly',
      'direct tool: excluded by "filesystem.writeFile" in codeMode.excludedTools',
    );
    await panel.press('writeFile', 'Offer through Scripts Only', /≈\d+ tokens/);
  });

  it('blocks a whole server that never told its tools, and gives it back', async () => {
    await panel.choose('everything', 'Block All Tools');
    await panel.row('everything', 'not started · blocked');
    await panel.choose('everything', 'Offer All Tools through Scripts Only');
    await panel.row('everything', /not started$/);
  });

  it('asks to sign in to one server when an input of another is no longer asked for', async () => {
    const { page } = workbench;
    await using parts = new AsyncDisposableStack();
    const server = parts.adopt(await ProtectedServer.start({ host: '127.0.0.2' }), (started) =>
      started.close(),
    );
    const asking = { command: 'never-started', env: { KEY: '${input:key}' } };
    define({ asking, locked: { url: server.url } }, [{ id: 'key', type: 'promptString' }]);
    const question = page.locator('.quick-input-widget', { hasText: 'MCP server "asking" asks for key' });
    await panel.press('asking', 'Start Server', 'needs input');
    await question.waitFor();
    await panel.press('locked', 'Start Server', 'needs sign-in');
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    await question.locator('input').first().press('Escape');
    const dialog = await workbench.dialog();
    assert.match(await dialog.innerText(), /"locked" wants you to sign in/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('tells in the log what is wrong with a definition', async () => {
    define({ mistaken: { args: [] } });
    await panel.row('mistaken', 'failed · expected "command"');
    await workbench.runCommand('Code Mode: Show Log');
    await workbench.outputShows('server "mistaken"');
  });

  it('opens a definition that cannot be used, which is to be corrected and not started', async () => {
    await panel.press('mistaken', 'Configure Server', 'failed · expected "command"');
    await session.window.page.locator('.tab.active', { hasText: 'mcp.json' }).waitFor();
  });

  it('says how to add a server where there is none', async () => {
    define({});
    await panel.welcomes('No MCP servers are defined');
    await workbench.runCommand('Code Mode: Set Up');
    const steps = workbench.page.locator('.quick-input-widget:visible', { hasText: 'Code Mode: Set Up' });
    await steps.locator('.monaco-list-row', { hasText: 'Add Server…' }).waitFor();
    await steps.locator('input').first().press('Escape');
    await workbench.runCommand('Code Mode: Sign In to MCP Server…');
    await new RunsShown(workbench).notification('No MCP servers are defined in this workspace');
  });
});

describe('discovery at startup', () => {
  it('starts the servers when the window is opened', async () => {
    const session = await sharedEditor({ settings: { 'codeMode.discovery': 'startup' } });
    const panel = await ServersPanel.open(await Workbench.open(session.window.page));
    await panel.row('filesystem', /running · \d+ tools/);
  });
});

describe('the view in a workspace of several folders', () => {
  let session: EditorSession;
  let panel: ServersPanel;

  it('gives a server back to scripts that the settings of one folder block', async () => {
    session = await sharedEditor({ folders: ['.', 'data'] });
    const settings = join(session.workspace.folder, 'data', '.vscode', 'settings.json');
    mkdirSync(dirname(settings));
    writeFileSync(settings, JSON.stringify({ 'codeMode.blockedTools': ['everything.*', 'filesystem.*'] }));
    panel = await ServersPanel.open(await Workbench.open(session.window.page));
    await panel.row('everything', 'not started · blocked');
    await panel.choose('everything', 'Offer All Tools through Scripts Only');
    await panel.row('everything', /not started · of my-project$/);
    assert.deepEqual(JSON.parse(readFileSync(settings, 'utf8')), {
      'codeMode.blockedTools': ['filesystem.*'],
    });
  });

  it('says of which folder a server is, and which hides another of its name', async () => {
    const { folder } = session.workspace;
    const servers = { everything: { command: 'another' }, alone: { command: 'another' } };
    writeDefinitions(join(folder, 'data'), { servers });
    await panel.row('alone', /of data$/);
    await panel.row('everything', /of my-project · hides another everything$/);
  });
});
