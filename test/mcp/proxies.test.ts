// Proxies from npm: mcp-proxy puts a server of stdio on the web, mcp-remote one of the web on stdio. What is behind them is
// there as without them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { EverythingHttpServer } from './everythingHttpServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { textOf } from './outcomes.ts';
import { realServer } from './realServer.ts';
import { freePort } from './scriptedHttpServer.ts';
import { ServerProcess } from './serverProcess.ts';

interface Place {
  readonly definition: object;
  /** Tools that the server lists only to clients that announce more than the proxy does. */
  readonly missing?: readonly string[];
  close(): Promise<void>;
}

const everything = realServer('everything', 'stdio');

async function behindMcpProxy(path: string, type: string): Promise<Place> {
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port), '--', everything.command, ...everything.args];
  const proxy = new ServerProcess(realServer('mcp-proxy', ...options));
  await proxy.says('starting server on port');
  await listens(port);
  // With SIGTERM it ends the server behind it too.
  return { definition: { type, url: `http://127.0.0.1:${port}${path}` }, missing: ['get-roots-list'], close: () => proxy.end('SIGTERM') };
}

/** The proxy says that it starts before it listens. */
async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
  }
}

async function behindMcpRemote(): Promise<Place> {
  const server = await EverythingHttpServer.start();
  const definition = { ...realServer('mcp-remote', server.url), env: { MCP_REMOTE_CONFIG_DIR: '${workspaceFolder}/mcp-auth' } };
  return { definition, close: () => server.kill() };
}

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  ['mcp-proxy over Streamable HTTP', () => behindMcpProxy('/mcp', 'http')],
  ['mcp-proxy over SSE', () => behindMcpProxy('/sse', 'sse')],
  ['mcp-remote', behindMcpRemote],
];

for (const [name, open] of places) {
  describe(`a real server behind ${name}`, function () {
    this.timeout(30_000);
    let place: Place;
    let workspace: McpWorkspace;
    before(async () => {
      place = await open();
      workspace = await McpWorkspace.create({ direct: everything, behind: place.definition });
    });
    after(async () => {
      await workspace.dispose();
      await place.close();
    });

    it('lists the same tools as without it', async () => {
      const [direct, behind] = await Promise.all([workspace.tools('direct'), workspace.tools('behind')]);
      assert.deepEqual(
        behind,
        direct.filter(({ name: tool }) => !place.missing?.includes(tool)),
      );
    });

    it('answers calls', async () => {
      assert.equal(textOf(await workspace.call('behind', 'get-sum', { a: 2, b: 3 })), 'The sum of 2 and 3 is 5.');
    });

    it('reports progress in the middle of a call', async () => {
      const fractions: (number | undefined)[] = [];
      const options = { signal: new AbortController().signal, onProgress: (_: string, fraction?: number) => fractions.push(fraction) };
      const call = workspace.source.callTool('behind', 'trigger-long-running-operation', { duration: 0.4, steps: 4 }, options);
      assert.ok((await call).ok);
      // The last step's notification and the answer may come to the proxy in one piece, and then it forwards the answer alone.
      assert.deepEqual(fractions.slice(0, 3), [0.25, 0.5, 0.75]);
    });

    it('says what is wrong with a call', async () => {
      const { isError, content } = await workspace.result('behind', 'get-sum', { a: 'two', b: 3 });
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /expected number/i);
    });
  });
}
