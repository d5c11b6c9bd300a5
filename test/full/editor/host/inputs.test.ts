// Tests servers whose definition needs an input: the question appears in the editor's own list, once. Their command
// may fail, and their file may be half written.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  acceptingUntil,
  addServers,
  definitionFile,
  eventually,
  executeCode,
  invokeTool,
} from '../../../editor/host/invoke.ts';

describe('an input of a definition', () => {
  const size = () => executeCode('return (await tools.asking.getEnv({})).SIZE');
  let restore: () => Promise<void>;
  let failing: vscode.Disposable;

  before(async () => {
    const inputs = [
      { id: 'size', type: 'pickString', options: ['small', 'large'], default: 'large' },
      { id: 'made', type: 'command', command: 'codeModeTest.fail' },
    ];
    restore = await addServers(
      ({ everything }) => ({
        asking: { ...everything, env: { SIZE: '${input:size}' } },
        commanding: { ...everything, env: { SIZE: '${input:made}' } },
      }),
      inputs,
    );
    failing = vscode.commands.registerCommand('codeModeTest.fail', () =>
      Promise.reject(new Error('out of tea')),
    );
  });

  after(async () => {
    failing.dispose();
    await restore();
  });

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

  it('that a command answers has the command’s own error when it fails', async () => {
    await eventually(
      () => executeCode('return await tools.commanding.getEnv({})'),
      (text) => text.includes('Command "codeModeTest.fail" failed: out of tea.'),
    );
  });

  it('is not lost, nor is its server, while the file is half written', async () => {
    const whole = await vscode.workspace.fs.readFile(definitionFile());
    await vscode.workspace.fs.writeFile(definitionFile(), whole.subarray(0, -10));
    await vscode.commands.executeCommand('codeMode.restartServers');
    assert.match(await size(), /large/);
    await vscode.workspace.fs.writeFile(definitionFile(), whole);
  });
});
