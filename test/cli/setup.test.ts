// Tests `code-mode setup` over files of clients in a home folder of its own, and starts the configured server as a
// client starts it.
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realServer } from '../mcp/realServer.ts';
import { TestFolder } from './testFolder.ts';
import { OnTerminal } from './onTerminal.ts';
import { fullTest } from '../fakes/everyTest.ts';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

describe('code-mode setup', () => {
  const folder = TestFolder.forEachTest({});
  const everything = realServer('everything', 'stdio');
  /** The same variables as in `OnTerminal`. */
  const environment = () => ({
    XDG_CONFIG_HOME: folder.path,
    XDG_CACHE_HOME: folder.path,
    APPDATA: folder.path,
    LOCALAPPDATA: folder.path,
  });

  const setup = (...args: readonly string[]) => folder.codeMode(['setup', ...args], '', environment());
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');
  const cursor = '.cursor/mcp.json';
  const serversIn = async (name = cursor) =>
    (JSON.parse(await read(name)) as { mcpServers: Record<string, Entry> }).mcpServers;
  const own = 'code-mode/servers/cursor.json';

  it('shows what each client would get, and writes nothing without a terminal', async () => {
    await folder.write(cursor, { mcpServers: { everything } });
    await folder.write('.codex/config.toml', 'model = "a"\n');
    const { code, stdout, stderr } = await setup();
    assert.match(stdout, /^Cursor [^]*"code-mode"[^]*: everything\n[^]*^Codex /m);
    assert.match(stderr, /Each of these 2 clients [^]*nothing was written/);
    assert.equal(code, 1);
    assert.deepEqual(Object.keys(await serversIn()), ['everything']);
    assert.ok(!existsSync(join(folder.path, 'code-mode')));
  });

  it('moves servers behind Code Mode, and puts all back', async () => {
    await folder.write(cursor, {
      mcpServers: { everything, off: { command: 'a', disabled: true } },
      other: 1,
    });
    await setup('--client', 'cursor', '--yes', '--move');
    assert.deepEqual(Object.keys(await serversIn()), ['off', 'code-mode']);
    assert.deepEqual(Object.keys(await serversIn(own)), ['everything']);
    assert.equal((await setup('--undo')).code, 0);
    assert.deepEqual(JSON.parse(await read(cursor)), {
      mcpServers: { off: { command: 'a', disabled: true }, everything },
      other: 1,
    });
    assert.ok(!existsSync(join(folder.path, own)));
  });

  it('leaves what a person wrote into its own file, also after it wrote there again', async () => {
    await folder.write(cursor, { mcpServers: { everything } });
    await setup('--client', 'cursor', '--yes');
    await folder.write(own, { mcpServers: { ...(await serversIn(own)), mine: { command: 'mine' } } });
    await setup('--client', 'cursor', '--yes', '--move');
    assert.deepEqual(Object.keys(await serversIn()), ['code-mode']);
    const { stderr } = await setup('--undo');
    assert.match(stderr, /cursor\.json was changed since, and stays/);
    assert.deepEqual(Object.keys(await serversIn(own)), ['everything', 'mine']);
  });

  it('leaves a file alone that is broken, and says why', async () => {
    await folder.write(cursor, '{"mcpServers": {');
    const { code, stderr } = await setup('--client', 'cursor', '--yes');
    assert.deepEqual([code, await read(cursor)], [1, '{"mcpServers": {']);
    assert.match(stderr, /Cursor: .* stays as it is: it is no JSON/s);
  });

  it('sets up a file that others share only by name, without a path of this machine', async () => {
    await folder.write('.vscode/mcp.json', { servers: { everything } });
    assert.doesNotMatch((await setup('--print')).stdout, /in this folder/);
    const { stdout } = await setup('--client', 'vscode-workspace', '--yes');
    assert.match(stdout, /not needed beside the extension/);
    const { servers } = JSON.parse(await read('.vscode/mcp.json')) as { servers: Record<string, Entry> };
    assert.deepEqual(servers['code-mode'], {
      type: 'stdio',
      command: 'code-mode',
      args: ['serve', '--config', '.vscode/mcp.json', '--server', '!code-mode'],
    });
  });

  it('prints its plan as JSON', async () => {
    await folder.write(cursor, { mcpServers: { everything } });
    const { clients } = JSON.parse((await setup('--client', 'cursor', '--json')).stdout) as {
      clients: readonly { servers: unknown }[];
    };
    assert.deepEqual(clients[0]?.servers, ['everything']);
  });

  if (process.platform !== 'win32') {
    const onTerminal = async (...answers: readonly string[]) => {
      await folder.write(cursor, { mcpServers: { everything } });
      const terminal = new OnTerminal(folder.path, ['setup', '--client', 'cursor']);
      const questions = [/Add Code Mode to Cursor\? \[y\/N\] $/, /out of Cursor, [^]*\[y\/N\] $/];
      for (const [index, answer] of answers.entries()) {
        await terminal.until(questions[index] ?? /$/);
        terminal.type(`${answer}\r`);
      }
      await terminal.ended;
      return Object.keys(await serversIn());
    };
    it('adds the entry after one yes', async () =>
      assert.deepEqual(await onTerminal('y', ''), ['everything', 'code-mode']));
    fullTest('writes nothing where Enter is the answer', async () =>
      assert.deepEqual(await onTerminal(''), ['everything']),
    );
    fullTest('moves the servers after a second', async () =>
      assert.deepEqual(await onTerminal('y', 'y'), ['code-mode']),
    );
  }

  fullTest('takes back what it wrote into the file of this folder, not of another one', async () => {
    using other = new TestFolder();
    await setup('--client', 'vscode-workspace', '--yes');
    const theirs = join(other.path, '.vscode', 'mcp.json');
    await other.write('.vscode/mcp.json', '{\n  // mine\n  "servers": {}\n}\n');
    await other.codeMode(['setup', '--client', 'vscode-workspace', '--yes'], '', environment());
    const written = await readFile(theirs, 'utf8');
    assert.equal((await setup('--undo')).code, 0);
    assert.ok(!existsSync(join(folder.path, '.vscode/mcp.json')));
    assert.equal(await readFile(theirs, 'utf8'), written);
    assert.equal((await setup('--undo', '--client', 'vscode-workspace')).code, 1);
    await other.codeMode(['setup', '--undo'], '', environment());
    assert.deepEqual(
      [(await readFile(theirs, 'utf8')).includes('// mine'), existsSync(theirs)],
      [true, true],
    );
  });

  fullTest('counts the tokens of the tools with --measure', async () => {
    await folder.write(cursor, { mcpServers: { everything } });
    const { stdout } = await setup('--client', 'cursor', '--print', '--measure');
    assert.match(
      stdout,
      /tokens of definitions: [\d,]+ for \d+ tools of 1 server, at most [\d,]+ through Code Mode alone/,
    );
  });

  fullTest('writes an entry that serves the servers of the client', async () => {
    await folder.write(cursor, { mcpServers: { everything } });
    assert.equal((await setup('--client', 'cursor', '--yes')).code, 0);
    const { 'code-mode': entry, ...others } = await serversIn();
    assert.deepEqual(Object.keys(others), ['everything']);
    assert.ok(entry);
    const client = new Client({ name: 'test', version: '1' });
    const variables: NodeJS.ProcessEnv = { ...folder.environment(), ...environment() };
    const env = Object.fromEntries(
      Object.entries(variables).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    await client.connect(
      new StdioClientTransport({ ...entry, args: [...entry.args], cwd: '/', env, stderr: 'ignore' }),
    );
    const { tools } = await client.listTools();
    await client.close();
    assert.match(tools[0]?.description ?? '', /tools\.everything\./);
  });
});
