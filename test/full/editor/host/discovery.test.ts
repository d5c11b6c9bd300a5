// A server that goes down while the editor runs: its tools stay known, and a call tries to start it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  eventually,
  executeCode,
  invokeTool,
  trustAll,
  workspaceFolder,
} from '../../../editor/host/invoke.ts';

describe('a server that is down', () => {
  const inFolder = (...path: string[]) => vscode.Uri.joinPath(workspaceFolder(), ...path);
  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  const behave = (program: string) => write(inFolder('flaky.mjs'), program);
  const find = () => invokeTool('findTools', { server: 'flaky' });
  let written: Uint8Array;
  let works = '';

  before(async () => {
    written = await vscode.workspace.fs.readFile(inFolder('.vscode', 'mcp.json'));
    const { servers } = JSON.parse(Buffer.from(written).toString()) as {
      servers: { everything: { args: string[] } };
    };
    works = `import { pathToFileURL } from 'node:url'; await import(pathToFileURL(${JSON.stringify(servers.everything.args[0])}).href);`;
    await behave(works);
    const flaky = { command: 'node', args: ['${workspaceFolder}/flaky.mjs', 'stdio'] };
    await write(inFolder('.vscode', 'mcp.json'), JSON.stringify({ servers: { ...servers, flaky } }));
    await trustAll();
    await eventually(find, (text) => text.includes('tools.flaky.getSum('));
  });

  after(async () => {
    await vscode.workspace.fs.writeFile(inFolder('.vscode', 'mcp.json'), written);
    await vscode.workspace.fs.delete(inFolder('flaky.mjs'));
  });

  it('keeps its tools, marked, gives the reason to a script that calls it, and is started by a call once it can be', async () => {
    await behave('process.exit(3)');
    await vscode.commands.executeCommand('codeMode.restartServers');
    const text = await find();
    assert.match(text, /^tools\.flaky\.getSum\(/m);
    assert.match(text, /^flaky: down \(a call starts it\); tools as of just now$/m);

    const failure = await executeCode(
      'try { await tools.flaky.getSum({ a: 1, b: 2 }) } catch (error) { return [error.code, error.message] }',
    );
    assert.match(failure, /server_unavailable.*it exited with code 3/s);

    await behave(works);
    await eventually(
      () => executeCode('return await tools.flaky.getSum({ a: 1, b: 2 })'),
      (text) => text.includes('is 3'),
    );
  });
});
