// Tests the MCP servers that the window offers its own chat, through VS Code's own MCP client. VS Code starts these
// servers when a chat needs them; here a command starts them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  eventually,
  executeCode,
  invokeTool,
  trustAll,
  workspaceFolder,
} from '../../../editor/host/invoke.ts';
import { pidServer } from '../../../editor/host/pidServer.ts';

const named = (ending: string) =>
  vscode.lm.tools.filter(({ name }) => name.endsWith(ending)).map(({ name }) => name);
/**
 * Waits until the window has a tool with this ending of its name. VS Code learns of new servers after half a second,
 * and starts no server that it does not know.
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
  /** The answer that a script got from the tool before it was excluded. */
  let inScript: string | undefined;

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
    inScript = /pid \d+/.exec(await executeCode('return await tools.pids.myPid({})'))?.[0];
    await exclude('pids.my_pid');
  });

  after(async () => {
    await settings().update('chatTools', undefined, vscode.ConfigurationTarget.Global);
    await exclude();
    await vscode.workspace.fs.writeFile(inFolder('.vscode', 'mcp.json'), written);
    await vscode.workspace.fs.delete(inFolder('pids.mjs'));
  });

  it('pass an excluded tool through on the connection that scripts use', async () => {
    assert.ok(inScript);
    const [passed = ''] = await started('code-mode-tools', 'pids_my_pid');
    assert.equal(await invokeTool(passed, {}), inScript);
    assert.equal(await invokeTool(passed, {}), inScript);
  });

  it('have executeCode with signatures where the user chooses so', async () => {
    await settings().update('chatTools', 'server', vscode.ConfigurationTarget.Global);
    const [name = ''] = await started('code-mode', 'executeCode');
    const description = vscode.lm.tools.find((tool) => tool.name === name)?.description ?? '';
    assert.match(description, /pids \(2\): .*theirPid\(\)/);
    assert.match(await invokeTool(name, { code: 'return await tools.pids.theirPid({})' }), /pid \d+/);
    await settings().update('chatTools', undefined, vscode.ConfigurationTarget.Global);
    await eventually(
      () => Promise.resolve(named('executeCode')),
      (found) => found.length === 1 && found[0] === 'executeCode',
    );
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
