// Tests a server whose definition needs an input: the question appears in the editor's own list, once.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { acceptingUntil, eventually, executeCode, invokeTool, trustAll, workspaceFolder } from './invoke.ts';

describe('an input of a definition', () => {
  const definitions = () => vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'mcp.json');
  const size = () => executeCode('return (await tools.asking.getEnv({})).SIZE');
  let written: Uint8Array;

  before(async () => {
    written = await vscode.workspace.fs.readFile(definitions());
    const { servers } = JSON.parse(Buffer.from(written).toString()) as { servers: { everything: object } };
    const asking = { ...servers.everything, env: { SIZE: '${input:size}' } };
    const inputs = [{ id: 'size', type: 'pickString', options: ['small', 'large'], default: 'large' }];
    await vscode.workspace.fs.writeFile(
      definitions(),
      Buffer.from(JSON.stringify({ servers: { ...servers, asking }, inputs })),
    );
    await trustAll();
  });

  after(() => vscode.workspace.fs.writeFile(definitions(), written));

  it('is not asked for by a search, is asked for when a script first needs the server, and is not asked for again', async () => {
    await eventually(
      () => invokeTool('findTools', { server: 'asking' }),
      (text) => text.includes('its input "size" has no value'),
    );
    await eventually(
      () => acceptingUntil(size()),
      (text) => text.includes('large'),
    );
    await vscode.commands.executeCommand('codeMode.restartServers');
    assert.match(await size(), /large/);
  });
});
