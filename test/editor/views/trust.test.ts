// Tests the first minute with three servers that a folder defines: one question appears, and no server starts before
// its answer.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultServer } from '../../fakes/faultServer.ts';
import { ApprovalQuestion } from '../bed/approvalQuestion.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { ServersPanel } from '../bed/serversPanel.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { writeDefinitions } from '../bed/trusting.ts';

/** A real MCP server, started by a program that writes a line for each start. */
const starter = `
const { appendFileSync } = require('node:fs');
appendFileSync(__dirname + '/started.txt', process.argv[2] + '\\n');
const { command, args, env } = JSON.parse(process.env.SERVER);
require('node:child_process').spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).on('exit', (code) => process.exit(code ?? 1));
`;

describe('servers that a folder brings', () => {
  let story: StoryWindow;
  let panel: ServersPanel;
  let folder: string;

  const definition = (word: string) => ({
    command: process.execPath,
    args: ['start.cjs', word],
    env: { SERVER: JSON.stringify(faultServer()) },
  });
  /**
   * Returns the definitions that have started servers. The window decides how many start at once, since it lists tools
   * for its scripts.
   */
  const started = () => {
    const file = join(folder, 'started.txt');
    return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))] : [];
  };
  const appear = (word: string) => {
    const names = ['filesystem', 'memory', 'everything-else'];
    writeFileSync(
      join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, definition(word)])) }),
    );
  };
  const question = () => ApprovalQuestion.open(story.workbench.page, /Trust /);

  before(async () => {
    story = await storyWindow();
    folder = story.session.workspace.folder;
    writeFileSync(join(folder, 'start.cjs'), starter);
    writeDefinitions(folder, { servers: {} });
  });

  it('are asked about once, all together with their command lines, and start after the yes', async () => {
    appear('first');
    panel = await ServersPanel.open(story.workbench);
    const notification = await new RunsShown(story.workbench).notification(
      '3 MCP servers in my-project are new',
    );
    assert.match(
      await notification.innerText(),
      /filesystem, memory, everything-else\. None starts until you trust it\./,
    );
    await notification.getByRole('button', { name: 'Review…' }).click();
    const asked = await question();
    const text = await asked.text();
    for (const part of ['Trust 3 MCP servers', 'Trust All', 'Choose…', 'Not Now', 'SERVER='])
      assert.ok(text.includes(part), text);
    // A command line that is long, as by the place of the project, goes on in a further line.
    assert.match(text, /start\.cjs\s[^]*\bfirst\n/);
    assert.deepEqual(started(), []);
    await asked.answer('Trust All');
    await panel.press('memory', 'Start Server', /running · \d+ tools/);
    assert.deepEqual(started(), ['first']);
  });

  it('end, and do not start again, when their definition changes, until that is trusted in their row', async () => {
    appear('second');
    await panel.row('memory', /not trusted/);
    assert.deepEqual(started(), ['first']);
    const page = story.workbench.page;
    await panel.choose('memory', 'Trust Server…', () =>
      ApprovalQuestion.locate(page, /Trust memory/).waitFor({ timeout: 10_000 }),
    );
    const asked = await question();
    assert.match(await asked.text(), /start\.cjs\s[^]*\bsecond\n/);
    await asked.answer('Trust');
    await panel.press('memory', 'Start Server', /running · \d+ tools/);
    assert.deepEqual(started(), ['first', 'second']);
  });

  it('end when their trust is revoked in Manage Approvals', async () => {
    await story.workbench.runCommand('Code Mode: Manage Approvals');
    const shown = await ApprovalQuestion.open(story.workbench.page, /Trusted in this workspace/);
    await shown.row('memory').click();
    await story.workbench.page.keyboard.press('Escape');
    await panel.row('memory', /not trusted/);
  });
});
