// Tests proxies from npm in front of a real server: the server behaves the same as without the proxy.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { EverythingHere } from '../cli/everythingHere.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { textOf } from './outcomes.ts';
import { realServer } from './realServer.ts';
import { freePort } from '../fakes/listen.ts';
import { ServerProcess } from './serverProcess.ts';
import { openedForAll } from '../fakes/opened.ts';

interface ProxiedServer {
  /** The definition of a server that leads to server-everything through the proxy. */
  readonly definition: object;
  /** Tools that the server lists only to clients with more capabilities than the proxy. */
  readonly missing?: readonly string[];
  /** True if the proxy uses MCP 2026-07-28, in which tools have no `execution`. */
  readonly isModern?: boolean;
  close(): Promise<void>;
}

/** Defines the tests of one proxy; `open` starts the proxy. */
function testProxy(name: string, open: () => Promise<ProxiedServer>): void {
  describe(`a real server behind ${name}`, function () {
    this.timeout(60_000);
    const proxied = openedForAll(() => open());
    const workspace = openedForAll(() =>
      McpWorkspace.inMemory({
        direct: realServer('everything', 'stdio'),
        behind: proxied.definition,
      }),
    );

    it('lists the same tools as without it', async () => {
      const [direct, behind] = await Promise.all([workspace.tools('direct'), workspace.tools('behind')]);
      const listed = direct.filter(({ name: tool }) => !proxied.missing?.includes(tool));
      assert.deepEqual(
        behind,
        listed.map(({ execution, ...tool }) => ({
          ...tool,
          ...(execution && !proxied.isModern && { execution }),
        })),
      );
    });

    it('answers calls', async () => {
      assert.equal(
        textOf(await workspace.call('behind', 'get-sum', { a: 2, b: 3 })),
        'The sum of 2 and 3 is 5.',
      );
    });

    it('reports progress in the middle of a call', async () => {
      const fractions: (number | undefined)[] = [];
      const options = {
        signal: new AbortController().signal,
        onProgress: (_: string, fraction?: number) => fractions.push(fraction),
      };
      const call = workspace.source.callTool(
        'behind',
        'trigger-long-running-operation',
        { duration: 0.4, steps: 4 },
        options,
      );
      assert.ok((await call).ok);
      // If the notification of the last step and the answer reach the proxy together, the proxy forwards only the
      // answer.
      assert.deepEqual(fractions.slice(0, 3), [0.25, 0.5, 0.75]);
    });

    it('says what is wrong with a call', async () => {
      const { isError, content } = await workspace.result('behind', 'get-sum', { a: 'two', b: 3 });
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /expected number/i);
    });
  });
}

/** mcp-remote serves an HTTP server over stdio. */
async function behindMcpRemote(): Promise<ProxiedServer> {
  const server = await EverythingHere.start();
  const definition = {
    ...realServer('mcp-remote', server.url),
    env: { MCP_REMOTE_CONFIG_DIR: '${workspaceFolder}/mcp-auth' },
  };
  return { definition, close: () => server[Symbol.asyncDispose]() };
}

/** mcp-proxy serves a server of stdio over HTTP. */
async function behindMcpProxy(path: string, type: string): Promise<ProxiedServer> {
  const everything = realServer('everything', 'stdio');
  const port = await freePort();
  const options = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--',
    everything.command,
    ...everything.args,
  ];
  const proxy = new ServerProcess(realServer('mcp-proxy', ...options));
  await proxy.says('starting server on port');
  await listens(port);
  // With SIGTERM it ends the server behind it too.
  return {
    definition: { type, url: `http://127.0.0.1:${port}${path}` },
    missing: ['get-roots-list'],
    isModern: type === 'http',
    close: () => proxy.end('SIGTERM'),
  };
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

testProxy('mcp-remote', behindMcpRemote);
if (everyTest) {
  testProxy('mcp-proxy over Streamable HTTP', () => behindMcpProxy('/mcp', 'http'));
  testProxy('mcp-proxy over SSE', () => behindMcpProxy('/sse', 'sse'));
}
