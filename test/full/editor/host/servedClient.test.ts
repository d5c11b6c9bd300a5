// VS Code's own MCP client at `code-mode serve`.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { eventually, invokeTool, workspaceFolder } from '../../../editor/host/invoke.ts';
import { pidServer } from '../../../editor/host/pidServer.ts';

describe("VS Code's MCP client at code-mode serve", () => {
  const inFolder = (...path: string[]) => vscode.Uri.joinPath(workspaceFolder(), ...path);
  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));

  before(async () => {
    await write(inFolder('pids.mjs'), pidServer);
    await write(inFolder('served.json'), JSON.stringify({ servers: { pids: { command: 'node', args: ['pids.mjs'] } } }));
  });
  after(async () => {
    await vscode.workspace.fs.delete(inFolder('served.json'));
    await vscode.workspace.fs.delete(inFolder('pids.mjs'));
  });

  it('lists executeCode with signatures, and runs a script by it', async () => {
    // The command is no part of the extension: it is built beside it, above the folder of this test's bundle.
    const driver = vscode.extensions.getExtension('code-mode.code-mode-test-driver')?.extensionPath ?? '';
    const args = [resolve(driver, '../../../dist/cli/main.js'), 'serve', '--config', 'served.json'];
    await vscode.commands.executeCommand('codeModeTest.serve', args, workspaceFolder());
    const served = () => vscode.lm.tools.filter(({ name }) => name.startsWith('mcp_') && name.endsWith('executeCode'));
    const [tool] = await eventually(
      async () => {
        await vscode.commands.executeCommand('workbench.mcp.startServer', 'code-mode.code-mode-test-driver/served', {
          waitForLiveTools: true,
        });
        return served();
      },
      (tools) => tools.length > 0,
    );
    assert.match(tool?.description ?? '', /tools\.pids\./);
    assert.match(await invokeTool(tool?.name ?? '', { code: 'return await tools.pids.myPid({})' }), /pid \d+/);
  });
});
