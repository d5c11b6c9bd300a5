// mcp-proxy from npm, which puts a server of stdio on the web.
import { once } from 'node:events';
import { connect } from 'node:net';
import { testProxy, type ProxiedServer } from '../../mcp/proxyTests.ts';
import { realServer } from '../../mcp/realServer.ts';
import { freePort } from '../../mcp/scriptedHttpServer.ts';
import { ServerProcess } from '../../mcp/serverProcess.ts';

const everything = realServer('everything', 'stdio');

async function behindMcpProxy(path: string, type: string): Promise<ProxiedServer> {
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

testProxy('mcp-proxy over Streamable HTTP', () => behindMcpProxy('/mcp', 'http'));
testProxy('mcp-proxy over SSE', () => behindMcpProxy('/sse', 'sse'));
