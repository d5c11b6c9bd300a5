// The Inspector, MCP's own client for developers, from its command line. Installed beside the editor: it brings 110 MB.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestFolder } from '../cli/testFolder.ts';
import { npmInstall } from '../editor/bed/npmInstall.ts';
import { built } from '../fakes/testEngine.ts';
import { realServer } from '../mcp/realServer.ts';

const run = promisify(execFile);
const version = '2.12.0';
const installation = join(import.meta.dirname, `../../.vscode-test/inspector-${version}`);
const inspector = join(installation, 'node_modules', '.bin', 'mcp-inspector');
// On Windows, npm installs programs as scripts, which only a shell can start.
const shell = process.platform === 'win32';

describe('the Inspector', function () {
  this.timeout(300_000);
  let folder: TestFolder;

  before(async () => {
    folder = await TestFolder.with({
      'mcp.json': { servers: { everything: realServer('everything', 'stdio') } },
      'session.json': {
        mcpServers: {
          served: {
            type: 'stdio',
            command: process.execPath,
            args: [built('cli/main.js'), 'serve', '--config', 'mcp.json'],
          },
        },
      },
    });
    const dependencies = { '@modelcontextprotocol/inspector': version };
    if (!existsSync(inspector)) await npmInstall(installation, { dependencies });
  });
  after(() => folder[Symbol.dispose]());

  const inspect = async (...args: readonly string[]): Promise<unknown> => {
    const env = { ...folder.environment(), MCP_INSPECTOR_SECRET_STORE: 'memory' };
    const words = ['--cli', '--config', 'session.json', '--server', 'served', ...args];
    const { stdout } = await run(inspector, words, { cwd: folder.path, env, shell });
    return JSON.parse(stdout);
  };

  it('lists the tools of code-mode serve', async () => {
    const { tools } = (await inspect('--method', 'tools/list')) as {
      readonly tools: readonly { readonly name: string }[];
    };
    assert.deepEqual(
      tools.slice(0, 2).map(({ name }) => name),
      ['executeCode', 'findTools'],
    );
  });

  it('calls executeCode', async () => {
    const code = 'code=return await tools.everything.getSum({a:2,b:3})';
    const result = await inspect('--method', 'tools/call', '--tool-name', 'executeCode', '--tool-arg', code);
    assert.deepEqual(result, {
      content: [{ type: 'text', text: '"The sum of 2 and 3 is 5."' }],
      isError: false,
    });
  });
});
