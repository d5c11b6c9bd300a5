// A server whose definition asks for something: the question comes in the editor's own list, once.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode, invokeTool, workspaceFolder } from './invoke.ts';

describe('an input of a definition', () => {
  const definitions = () => vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'mcp.json');
  const size = () => executeCode('return (await tools.asking.getEnv({})).SIZE');
  let written: Uint8Array;

  before(async () => {
    written = await vscode.workspace.fs.readFile(definitions());
    const { servers } = JSON.parse(Buffer.from(written).toString()) as { servers: { everything: object } };
    const asking = { ...servers.everything, env: { SIZE: '${input:size}' } };
    const inputs = [{ id: 'size', type: 'pickString', options: ['small', 'large'], default: 'large' }];
    await vscode.workspace.fs.writeFile(definitions(), Buffer.from(JSON.stringify({ servers: { ...servers, asking }, inputs })));
  });

  after(() => vscode.workspace.fs.writeFile(definitions(), written));

  it('is not asked for by a search, which says what is missing', async () => {
    await eventually(
      () => invokeTool('findTools', { server: 'asking' }),
      (text) => text.includes('its input "size" has no value'),
    );
  });

  it('is asked for when a script first needs the server', async () => {
    await eventually(
      () => acceptingUntil(size()),
      (text) => text.includes('large'),
    );
  });

  it('is not asked for again', async () => {
    await vscode.commands.executeCommand('codeMode.restartServers');
    assert.match(await size(), /large/);
  });
});

/** Takes the first item of whatever list the editor shows, until the work is done. */
async function acceptingUntil<T>(work: Promise<T>): Promise<T> {
  let done = false;
  void work.finally(() => (done = true));
  await eventually(
    () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'),
    () => done,
  );
  return work;
}
