// Behaviour of server commands that only Windows has: endings of programs, the current folder, `cmd.exe` and its
// variables.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { realServer } from '../../mcp/realServer.ts';
import { openedForEach } from '../../fakes/opened.ts';

const everything = realServer('everything', 'stdio');
const launcher = `@"${everything.command}" "${everything.args[0] ?? ''}" %*\r\n`;
/** Says with which arguments it was started, and ends. */
const listArguments =
  'require("node:fs").writeFileSync("arguments.json", JSON.stringify(process.argv.slice(2)));';
const launchList = `@"${process.execPath}" "%~dp0..\\list.cjs" %*\r\n`;
const plain = ['two words', 'a&b', '^', '(x)', 'C:\\folder\\', '--json={"a":"b c"}'];
const percents = ['%PATH%', '%PATHEXT', '100 %'];

describe('the command of a server on Windows', () => {
  const workspace = openedForEach(() => McpWorkspace.create({}));
  const bin = () => join(workspace.folder, 'bin');

  it('is found on the PATH by the endings of PATHEXT', async () => {
    await workspace.write('bin/geo.cmd', launcher);
    await workspace.define({ geo: { command: 'geo', args: ['stdio'], env: { PATH: bin() } } });
    assert.ok((await workspace.tools('geo')).length > 0);
  });

  it('is one of the PATH, not one of the same name in its folder', async () => {
    await workspace.write('geo.cmd', '@echo planted > planted.txt\r\n');
    await workspace.write('bin/geo.cmd', launcher);
    await workspace.define({ geo: { command: 'geo', args: ['stdio'], env: { PATH: bin() } } });
    assert.ok((await workspace.tools('geo')).length > 0);
    assert.equal(existsSync(join(workspace.folder, 'planted.txt')), false);
  });

  it('is extended by a PATH of any case', async () => {
    await workspace.write('bin/geo.cmd', launcher);
    await workspace.define({ geo: { command: 'geo', args: ['stdio'], env: { pAtH: bin() } } });
    assert.ok((await workspace.tools('geo')).length > 0);
  });

  it('gets its arguments as they are written', async () => {
    await listsArguments(process.execPath, [join(workspace.folder, 'list.cjs')], [...plain, ...percents]);
  });

  it('gets its arguments as they are written through cmd.exe', async () => {
    await workspace.write('bin/geo.cmd', launchList);
    await listsArguments('geo', [], plain);
  });

  it('gets %VAR% as it is written through cmd.exe', async () => {
    await workspace.write('bin/geo.cmd', launchList);
    await listsArguments('geo', [], percents);
  });

  const listsArguments = async (command: string, before: readonly string[], args: readonly string[]) => {
    await workspace.write('list.cjs', listArguments);
    await workspace.define({ geo: { command, args: [...before, ...args], env: { PATH: bin() } } });
    await workspace.listError('geo');
    assert.deepEqual(JSON.parse(await readFile(join(workspace.folder, 'arguments.json'), 'utf8')), args);
  };
});
