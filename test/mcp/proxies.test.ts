// Tests mcp-remote from npm, which serves an HTTP server over stdio. `test/full/mcp/proxies.test.ts` tests the reverse,
// mcp-proxy.
import { EverythingHere } from '../cli/everythingHere.ts';
import { testProxy } from './proxyTests.ts';
import { realServer } from './realServer.ts';

testProxy('mcp-remote', async () => {
  const server = await EverythingHere.start();
  const definition = {
    ...realServer('mcp-remote', server.url),
    env: { MCP_REMOTE_CONFIG_DIR: '${workspaceFolder}/mcp-auth' },
  };
  return { definition, close: () => server[Symbol.asyncDispose]() };
});
