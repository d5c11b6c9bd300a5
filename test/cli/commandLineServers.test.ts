// Servers that the command line defines (`--stdio`, `--http-url`): they start without a file and without a question,
// and are the only ones.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { hangUp, listen } from '../fakes/listen.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { realServer } from '../mcp/realServer.ts';
import { everything, TestFolder } from './codeMode.ts';

/** A command as it is written on the command line. */
const line = ({ command, args }: { readonly command: string; readonly args: readonly string[] }) =>
  [command, ...args].map((word) => `"${word}"`).join(' ');
const memory = line(realServer('memory'));
const given = line(scriptedServer('given'));
const key = 'Planted-Value-0123456789';

describe('a server without a file', function () {
  this.timeout(60_000);
  const leavesMark = {
    command: process.execPath,
    args: ['-e', 'require("node:fs").writeFileSync("started", "")'],
  };
  const folder = TestFolder.forEachTest({ '.mcp.json': { mcpServers: { ofFolder: leavesMark } } });
  const codeMode = (...args: readonly string[]) =>
    folder.codeMode(args, '', { XDG_STATE_HOME: join(folder.path, 'state') });
  const run = async (code: string, ...options: readonly string[]) => {
    const { stdout, stderr } = await codeMode('run', '-e', code, '--json', '--type-check', 'off', ...options);
    const outcome = JSON.parse(stdout) as { readonly ok: boolean; readonly result: unknown };
    assert.ok(outcome.ok, stdout + stderr);
    return outcome.result;
  };

  it('is the only one that is listed, and starts without a question', async () => {
    const { code, stdout, stderr } = await codeMode('tools', '--verbose', '--stdio', memory);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^memory \(tools\.memory\).*\n?.*the command line/m);
    assert.match(stdout, /tools\.memory\.createEntities/);
    assert.doesNotMatch(stdout + stderr, /ofFolder|trust/);
    assert.ok(!existsSync(join(folder.path, 'started')));
  });

  for (const [command, says] of [
    [['search', 'create entities'], /tools\.memory\.createEntities/],
    [['describe', 'tools.memory.readGraph'], /readGraph/],
    [['types'], /createEntities/],
  ] as const) {
    it(`counts for ${command[0]}`, async () => {
      const { code, stdout, stderr } = await codeMode(...command, '--stdio', memory);
      assert.equal(code, 0, stderr);
      assert.match(stdout, says);
    });
  }

  it('is called by a script beside others, each by the name that follows it', async () => {
    const web = 'command' in everything ? ['--stdio', line(everything)] : ['--http-url', everything.url];
    const code = 'return [await tools.notes.readGraph({}), await tools.web.echo({ message: "hi" })];';
    const result = await run(code, '--stdio', memory, '--as', 'notes', ...web, '--as', 'web');
    assert.deepEqual(result, [{ entities: [], relations: [] }, 'Echo: hi']);
  });

  it('gets its arguments, its variables and those of the environment that it names, in the current folder', async () => {
    const command = `GIVEN="a b" FROM_USER='\${USER_VALUE}' ${given} 'c d' --flag=`;
    const code = 'return await tools.given.given({ names: ["GIVEN", "FROM_USER"] });';
    process.env['USER_VALUE'] = 'of the user';
    const result = await run(code, '--stdio', command, '--as', 'given').finally(
      () => delete process.env['USER_VALUE'],
    );
    assert.deepEqual(result, {
      args: ['c d', '--flag='],
      values: { GIVEN: 'a b', FROM_USER: 'of the user' },
    });
  });

  it('starts in the current folder', async () => {
    await folder.write('server.cjs', 'require("node:fs").writeFileSync("here", "")');
    await codeMode('tools', '--stdio', `"${process.execPath}" server.cjs`);
    assert.ok(existsSync(join(folder.path, 'here')));
  });

  it('gets the headers that follow its address', async () => {
    const keys: unknown[] = [];
    const http = createServer((request, response) => {
      keys.push(request.headers['x-key']);
      response.writeHead(404).end();
    });
    const url = `http://127.0.0.1:${await listen(http)}/mcp`;
    const { stderr } = await codeMode('search', 'anything', '--http-url', url, '--header', `X-Key: ${key}`);
    await hangUp(http);
    assert.ok(keys.length > 0 && keys.every((sent) => sent === key), keys.join());
    assert.match(stderr, /127\.0\.0\.1: /);
    assert.ok(!stderr.includes(key));
  });

  it('is used beside the servers of --config, before one of its name', async () => {
    await folder.write('mcp.json', {
      servers: { given: { command: 'never-started' }, more: { command: 'never-started' } },
    });
    const options = ['--config', 'mcp.json', '--stdio', given, '--as', 'given'];
    const { stdout, stderr } = await codeMode('tools', ...options);
    assert.match(stdout, /^given \(tools\.given\): 2 tools$/m);
    assert.match(stdout + stderr, /^more/m);
    assert.match(stderr, /server "given" is already defined in the command line \(used\)/);
  });

  it('is served to the client of serve', async () => {
    const command = folder.begin(['serve', '--stdio', memory], {
      XDG_STATE_HOME: join(folder.path, 'state'),
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioServerTransport(command.stdout, command.stdin));
    const found = JSON.stringify(
      await client.callTool({ name: 'findTools', arguments: { query: 'create entities' } }),
    );
    await client.close();
    command.stdin.end();
    await command.ended;
    assert.match(found, /tools\.memory\.createEntities/);
  });

  it('has the key of its command in no record and no error', async () => {
    const options = ['--stdio', `MY_API_KEY=${key} ${given} --token ${key}-argument`, '--as', 'given'];
    const code =
      'console.log(await tools.given.given({ names: ["MY_API_KEY"] })); return await tools.given.fail({});';
    const { code: exit, stderr } = await codeMode('run', '-e', code, '--type-check', 'off', ...options);
    assert.equal(exit, 1);
    const refusal = stderr.slice(stderr.indexOf('refused:'));
    assert.match(refusal, /^│ •••$/m);
    assert.ok(!refusal.includes(key), refusal);
    assert.match(
      stderr,
      /^Resume with: code-mode runs resume \S+ and the same --stdio, --http-url, --header and --as$/m,
    );
    const state = join(folder.path, 'state');
    const files = readdirSync(state, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
      join(parentPath, name),
    );
    const records = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8'));
    assert.match(records.join(''), /•••/);
    assert.ok(!records.join('').includes(key));
  });
});
