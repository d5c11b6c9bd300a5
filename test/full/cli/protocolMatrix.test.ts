// Both lines of MCP's official SDK on either side of `code-mode serve`: each client reaches each server through it,
// over standard input and output and over HTTP, by a script and as an ordinary tool.
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport as OlderStreams } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { config, TestFolder } from '../../cli/testFolder.ts';
import { serveHttp, type ServedHttp } from '../../cli/servedHttp.ts';

const file = fileURLToPath(new URL('../../fakes/eraServer.mjs', import.meta.url));
const kinds = ['sdk1', 'sdk2 older', 'sdk2 both', 'sdk2 modern'].map((kind) => kind.split(' '));
/** By the name that scripts know them by. */
const servers = new Map(
  kinds.flatMap((kind) => [kind, [...kind, 'http']]).map((args) => [args.join('_'), args]),
);

/** One tool of each server is an ordinary one. */
const options = [...config, '--exclude', '*.again'];

interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const second = (versionNegotiation: VersionNegotiationOptions) => () =>
  new Client({ name: 'test', version: '1' }, { versionNegotiation });
const secondLine: readonly (readonly [name: string, newClient: () => Client])[] = [
  ['the second line, which asks for the version', second({ mode: 'auto' })],
  ['the second line, of the older versions', second({ mode: 'legacy' })],
  ['the second line, of MCP 2026-07-28', second({ mode: { pin: '2026-07-28' } })],
];

describe('code-mode serve between the lines of the SDK', () => {
  const processes: ChildProcess[] = [];
  let folder: TestFolder;
  let door: ServedHttp;
  const definitions: Record<string, object> = {};

  before(async () => {
    for (const [name, args] of servers) {
      if (!args.includes('http')) definitions[name] = { command: process.execPath, args: [file, ...args] };
      else {
        const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
        processes.push(child);
        const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
        definitions[name] = { type: 'http', url };
      }
    }
    folder = await TestFolder.with({ 'mcp.json': { servers: definitions } });
    await folder.codeMode(['tools', '--wait', '100', '--config', 'mcp.json']);
    door = await serveHttp(folder, 0, options);
  });
  after(async () => {
    for (const child of processes) child.kill();
    await door.end();
    folder[Symbol.dispose]();
  });

  const script = `return await Promise.all([${[...servers.keys()].map((name) => `tools["${name}"].who()`).join(', ')}]);`;
  const textOf = (result: unknown) =>
    (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? '';
  const reachesAll = async (client: AnyClient) => {
    const whole = [...servers.values()].map((args) => args.join(' '));
    assert.deepEqual(
      JSON.parse(textOf(await client.callTool({ name: 'executeCode', arguments: { code: script } }))),
      whole,
    );
    const { tools } = await client.listTools();
    const ordinary = tools.filter(({ name }) => name.endsWith('_again'));
    const answers = await Promise.all(ordinary.map(({ name }) => client.callTool({ name, arguments: {} })));
    assert.deepEqual(answers.map(textOf).sort(), whole.sort());
    await client.close();
  };
  const overStdio = async (
    connect: (command: {
      readonly stdin: Readable;
      readonly stdout: NodeJS.WritableStream;
    }) => Promise<AnyClient>,
  ) => {
    const command = folder.begin(['serve', ...options]);
    await reachesAll(await connect({ stdin: command.stdout, stdout: command.stdin }));
    command.stdin.end();
    await command.ended;
  };
  const headers = () => ({ requestInit: { headers: { authorization: `Bearer ${door.token}` } } });

  it('serves every server to a client of the first line over HTTP', async () => {
    const client = new OlderClient({ name: 'test', version: '1' });
    await client.connect(new OlderHttp(new URL(door.url), headers()));
    await reachesAll(client);
  });

  it('serves every server to a client of the first line over standard input and output', () =>
    overStdio(async ({ stdin, stdout }) => {
      const client = new OlderClient({ name: 'test', version: '1' });
      await client.connect(new OlderStreams(stdin, stdout as ConstructorParameters<typeof OlderStreams>[1]));
      return client;
    }));

  for (const [name, newClient] of secondLine) {
    it(`serves every server to a client of ${name}, over HTTP`, async () => {
      const client = newClient();
      await client.connect(new StreamableHTTPClientTransport(new URL(door.url), headers()));
      await reachesAll(client);
    });

    it(`serves every server to a client of ${name}, over standard input and output`, () =>
      overStdio(async ({ stdin, stdout }) => {
        const client = newClient();
        await client.connect(
          new StdioServerTransport(stdin, stdout as ConstructorParameters<typeof StdioServerTransport>[1]),
        );
        return client;
      }));
  }
});
