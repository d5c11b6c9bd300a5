// `code-mode setup` over files of clients in a home of its own, and what it wrote, started as a client starts it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realServer } from '../../mcp/realServer.ts';
import { TestFolder } from '../../cli/testFolder.ts';
import { OnTerminal } from '../../cli/onTerminal.ts';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

describe('code-mode setup', () => {
  let folder: TestFolder;
  let environment: NodeJS.ProcessEnv;
  const everything = realServer('everything', 'stdio');

  beforeEach(() => {
    folder = new TestFolder();
    // As `OnTerminal` has it.
    environment = {
      XDG_CONFIG_HOME: folder.path,
      XDG_CACHE_HOME: folder.path,
      APPDATA: folder.path,
      LOCALAPPDATA: folder.path,
    };
  });
  afterEach(() => folder[Symbol.dispose]());

  const setup = (...args: readonly string[]) => folder.codeMode(['setup', ...args], '', environment);
  const write = async (name: string, content: unknown) => {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');
  const cursor = '.cursor/mcp.json';
  const serversIn = async (name = cursor) =>
    (JSON.parse(await read(name)) as { mcpServers: Record<string, Entry> }).mcpServers;

  it('takes back what it wrote into the file of this folder, not of another one', async () => {
    using other = new TestFolder();
    await setup('--client', 'vscode-workspace', '--yes');
    const theirs = join(other.path, '.vscode', 'mcp.json');
    await mkdir(dirname(theirs));
    await writeFile(theirs, '{\n  // mine\n  "servers": {}\n}\n');
    await other.codeMode(['setup', '--client', 'vscode-workspace', '--yes'], '', environment);
    const written = await readFile(theirs, 'utf8');
    assert.equal((await setup('--undo')).code, 0);
    assert.ok(!existsSync(join(folder.path, '.vscode/mcp.json')));
    assert.equal(await readFile(theirs, 'utf8'), written);
    assert.equal((await setup('--undo', '--client', 'vscode-workspace')).code, 1);
    await other.codeMode(['setup', '--undo'], '', environment);
    assert.deepEqual(
      [(await readFile(theirs, 'utf8')).includes('// mine'), existsSync(theirs)],
      [true, true],
    );
  });

  it('puts servers back into the file that they were taken out of, where the client has another one by now', async () => {
    const toml = (name: string) => `[mcp_servers.${name}]\ncommand = "${name}"\n`;
    const files = ['one', 'two'].map((name) => `${name}/config.toml`) as [string, string];
    for (const file of files) {
      await write(file, toml(dirname(file)));
      const home = { CODEX_HOME: join(folder.path, dirname(file)) };
      await folder.codeMode(['setup', '--client', 'codex', '--yes', '--move'], '', {
        ...environment,
        ...home,
      });
    }
    await setup('--undo');
    assert.deepEqual(await Promise.all(files.map(read)), [toml('one'), toml('two')]);
  });

  it('counts the tokens of the tools with --measure', async () => {
    await write(cursor, { mcpServers: { everything } });
    const { stdout } = await setup('--client', 'cursor', '--print', '--measure');
    assert.match(
      stdout,
      /tokens of definitions: [\d,]+ for \d+ tools of 1 server, at most [\d,]+ through Code Mode alone/,
    );
  });

  if (process.platform !== 'win32') {
    const onTerminal = async (...answers: readonly string[]) => {
      await write(cursor, { mcpServers: { everything } });
      const terminal = new OnTerminal(folder.path, ['setup', '--client', 'cursor']);
      const questions = [/Add Code Mode to Cursor\? \[y\/N\] $/, /out of Cursor, [^]*\[y\/N\] $/];
      for (const [index, answer] of answers.entries()) {
        await terminal.until(questions[index] ?? /$/);
        terminal.type(`${answer}\r`);
      }
      await terminal.ended;
      return Object.keys(await serversIn());
    };

    it('writes nothing where Enter is the answer', async () =>
      assert.deepEqual(await onTerminal(''), ['everything']));
    it('moves the servers after a second', async () =>
      assert.deepEqual(await onTerminal('y', 'y'), ['code-mode']));
  }

  it('writes an entry that serves the servers of the client', async () => {
    await write(cursor, { mcpServers: { everything } });
    assert.equal((await setup('--client', 'cursor', '--yes')).code, 0);
    const { 'code-mode': entry, ...others } = await serversIn();
    assert.deepEqual(Object.keys(others), ['everything']);
    assert.ok(entry);
    const client = new Client({ name: 'test', version: '1' });
    const variables = { ...folder.environment(), ...environment };
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
