// The MCP servers that the window offers its own chat, as VS Code's own MCP client meets them. It starts servers when a
// chat needs them; here a command does.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, invokeTool, trustAll, workspaceFolder } from '../../../editor/host/invoke.ts';
import { pidServer } from '../../../editor/host/pidServer.ts';

const named = (ending: string) =>
  vscode.lm.tools.filter(({ name }) => name.endsWith(ending)).map(({ name }) => name);
/**
 * Until the window has a tool whose name ends so: VS Code learns of servers half a second after it is told, and starts
 * none that it does not know.
 */
const started = (label: string, ending: string) =>
  eventually(
    async () => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', `code-mode.code-mode/${label}`, {
        waitForLiveTools: true,
      });
      return named(ending).filter((name) => name.startsWith('mcp_'));
    },
    (names) => names.length > 0,
  );
const settings = () => vscode.workspace.getConfiguration('codeMode', workspaceFolder());

describe('the MCP servers of the window', () => {
  const inFolder = (...path: string[]) => vscode.Uri.joinPath(workspaceFolder(), ...path);
  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  const exclude = (...more: string[]) =>
    settings().update('excludedTools', ['everything.get-env', ...more], vscode.ConfigurationTarget.Workspace);
  let written: Uint8Array;

  before(async () => {
    written = await vscode.workspace.fs.readFile(inFolder('.vscode', 'mcp.json'));
    const { servers } = JSON.parse(Buffer.from(written).toString()) as { servers: object };
    await write(inFolder('pids.mjs'), pidServer);
    const pids = { command: 'node', args: ['${workspaceFolder}/pids.mjs'] };
    await write(inFolder('.vscode', 'mcp.json'), JSON.stringify({ servers: { ...servers, pids } }));
    await trustAll();
    await eventually(
      () => invokeTool('findTools', { server: 'pids' }),
      (text) => text.includes('tools.pids.myPid('),
    );
    await exclude('pids.my_pid');
    const [passed = ''] = await started('code-mode-tools', 'pids_my_pid');
    // The tool is live, not one that VS Code remembers.
    assert.match(await invokeTool(passed, {}), /pid \d+/);
  });

  after(async () => {
    await exclude();
    await vscode.workspace.fs.writeFile(inFolder('.vscode', 'mcp.json'), written);
    await vscode.workspace.fs.delete(inFolder('pids.mjs'));
  });

  it('pass a tool through within seconds of its exclusion, and no longer than it is excluded', async () => {
    await exclude('pids.my_pid', 'pids.your_pid');
    // On an idle machine it takes less than one second.
    await eventually(
      () => Promise.resolve(named('pids_your_pid')),
      (names) => names.length > 0,
      15_000,
    );
    await exclude('pids.my_pid');
    await eventually(
      () => Promise.resolve(named('pids_your_pid')),
      (names) => names.length === 0,
    );
  });
});
