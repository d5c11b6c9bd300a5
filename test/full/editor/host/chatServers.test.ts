// Tests the MCP servers that the window offers its own chat, through VS Code's own MCP client. VS Code starts these
// servers when a chat needs them; here a command starts them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  addServers,
  eventually,
  executeCode,
  fileOf,
  invokeTool,
  setForUser,
  setForWorkspace,
  write,
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

describe('the MCP servers of the window', () => {
  const exclude = (...more: string[]) =>
    setForWorkspace('codeMode.excludedTools', ['everything.get-env', ...more]);
  let restore: () => Promise<void>;
  /** The answer that a script got from the tool before it was excluded. */
  let inScript: string | undefined;

  before(async () => {
    await write(fileOf('pids.mjs'), pidServer);
    restore = await addServers(() => ({ pids: { command: 'node', args: ['${workspaceFolder}/pids.mjs'] } }));
    await eventually(
      () => invokeTool('findTools', { server: 'pids' }),
      (text) => text.includes('tools.pids.myPid('),
    );
    inScript = /pid \d+/.exec(await executeCode('return await tools.pids.myPid({})'))?.[0];
    await exclude('pids.my_pid');
  });

  after(async () => {
    await setForUser('codeMode.chatTools', undefined);
    await exclude();
    await restore();
    await vscode.workspace.fs.delete(fileOf('pids.mjs'));
  });

  it('pass an excluded tool through on the connection that scripts use', async () => {
    assert.ok(inScript);
    const [passed = ''] = await started('code-mode-tools', 'pids_my_pid');
    assert.equal(await invokeTool(passed, {}), inScript);
    assert.equal(await invokeTool(passed, {}), inScript);
  });

  it('have executeCode with signatures where the user chooses so', async () => {
    await setForUser('codeMode.chatTools', 'server');
    const [name = ''] = await started('code-mode', 'executeCode');
    const description = vscode.lm.tools.find((tool) => tool.name === name)?.description ?? '';
    assert.match(description, /pids \(2\): .*theirPid\(\)/);
    assert.match(await invokeTool(name, { code: 'return await tools.pids.theirPid({})' }), /pid \d+/);
    await setForUser('codeMode.chatTools', undefined);
    await eventually(
      () => named('executeCode'),
      (found) => found.length === 1 && found[0] === 'executeCode',
    );
  });

  it('pass a tool through within seconds of its exclusion, and no longer than it is excluded', async () => {
    await exclude('pids.my_pid', 'pids.your_pid');
    // On an idle machine it takes less than one second.
    await eventually(
      () => named('pids_your_pid'),
      (names) => names.length > 0,
      15_000,
    );
    await exclude('pids.my_pid');
    await eventually(
      () => named('pids_your_pid'),
      (names) => names.length === 0,
    );
  });
});
