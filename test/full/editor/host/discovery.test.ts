// A server that goes down while the editor runs: its tools stay known, and a call tries to start it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  addServers,
  eventually,
  executeCode,
  fileOf,
  invokeTool,
  write,
} from '../../../editor/host/invoke.ts';

describe('a server that is down', () => {
  const behave = (program: string) => write(fileOf('flaky.mjs'), program);
  const find = () => invokeTool('findTools', { server: 'flaky' });
  let restore: () => Promise<void>;
  let works = '';

  before(async () => {
    restore = await addServers(async ({ everything }) => {
      works = `import { pathToFileURL } from 'node:url'; await import(pathToFileURL(${JSON.stringify(everything.args[0])}).href);`;
      await behave(works);
      return { flaky: { command: 'node', args: ['${workspaceFolder}/flaky.mjs', 'stdio'] } };
    });
    await eventually(find, (text) => text.includes('tools.flaky.getSum('));
  });

  after(async () => {
    await restore();
    await vscode.workspace.fs.delete(fileOf('flaky.mjs'));
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
