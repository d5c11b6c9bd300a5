// The oldest VS Code that the manifest allows: the packaged extension is installed, activates, shows its views and
// runs scripts. What that version does not know of the manifest, such as agents and skills, it has to ignore.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openEditor, type EditorSession } from '../editor/bed/editorSession.ts';
import { showFailure } from '../editor/bed/failedTest.ts';
import { runHostTests } from '../editor/bed/hostTests.ts';
import { RunsPanel } from '../editor/bed/runsPanel.ts';
import { ServersPanel } from '../editor/bed/serversPanel.ts';
import { installExtension, prepareBed, repository, type TestBed } from '../editor/bed/testBed.ts';
import { Workbench } from '../editor/bed/workbench.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { provisionOldEditor, type OldEditor } from './provisionOldEditor.ts';

/** Not those of chat's MCP servers, of which this version goes on listing tools that they have no more. */
const hostTests = [
  ...[
    'activation',
    'approvalRules',
    'definitions',
    'executeCode',
    'inputs',
    'mode',
    'models',
    'workspaceTools',
  ].map((name) => `host/${name}`),
  ...['executeCode', 'inputs', 'models', 'workspaceTools'].map((name) => `full/${name}`),
].join();
const hostTestsMs = 10 * 60_000;

describe('the oldest VS Code that is supported', function () {
  this.timeout(240_000);
  let editor: OldEditor;
  let bed: TestBed;
  let session: EditorSession | undefined;
  let workbench: Workbench;
  const extensions = new TemporaryFolder('code-mode-extensions-');

  before(async function () {
    this.timeout(20 * 60_000);
    editor = await provisionOldEditor();
    await installExtension(editor.node, editor.codeServer, extensions.path);
    bed = { ...(await prepareBed()), ...editor, extensions: extensions.path };
    // It knows no switch for smoke tests, and loads the test driver without it.
    session = await openEditor(bed, { likeUsers: true });
    const scripts = join(session.workspace.folder, '.code-mode');
    mkdirSync(scripts);
    writeFileSync(
      join(scripts, 'add.ts'),
      '// Adds two numbers\nreturn await tools.everything.getSum({ a: 40, b: 2 });\n',
    );
    await session.window.page.reload();
    workbench = await Workbench.open(session.window.page);
  });

  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state === 'failed') await showFailure(test, test.err);
  });

  after(async () => {
    await session?.[Symbol.asyncDispose]();
    extensions[Symbol.dispose]();
  });

  it('is the one that the manifest names', async () => {
    const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      engines: { vscode: string };
    };
    const { stdout } = await promisify(execFile)(editor.node, [editor.codeServer, '--version']);
    const [, version] = /with Code (\d+\.\d+)\.\d+/.exec(stdout) ?? [];
    assert.equal(engines.vscode, `^${version}.0`);
  });

  it("shows the workspace's servers", async () => {
    await (await ServersPanel.open(workbench)).row('everything', 'not started');
  });

  it('runs a script against a server', async () => {
    // Without ripgrep this editor finds no files by name.
    const file = (name: string) =>
      workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await workbench.runCommand('Explorer: Focus on Folders View');
    await file('.code-mode').click();
    await file('add.ts').dblclick();
    await workbench.page.locator('.tab.active', { hasText: 'add.ts' }).waitFor();
    await workbench.runCommand('Code Mode: Run Script');
    await workbench.outputShows('The sum of 40 and 2 is 42');
    await (await ServersPanel.open(workbench)).row('everything', 'running');
  });

  it('shows the run and its trace', async () => {
    const trace = await (await RunsPanel.open(workbench)).openTrace('Adds two numbers');
    await trace.calls.first().waitFor();
  });

  it('opens Set Up', async () => {
    await workbench.runCommand('Code Mode: Set Up');
    await workbench.page.locator('.quick-input-widget', { hasText: 'Code Mode: Set Up' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('passes the tests in the extension host of what is the same in every version', async function () {
    this.timeout(hostTestsMs + 60_000);
    await session?.[Symbol.asyncDispose]();
    session = undefined;
    const { passed, failures } = await runHostTests(bed, hostTestsMs, {
      likeUsers: true,
      env: { CODE_MODE_HOST_TESTS: hostTests },
    });
    assert.deepEqual(failures, []);
    assert.ok(passed > 20, String(passed));
  });
});
