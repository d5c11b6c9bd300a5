// A server on the web that only a proxy reaches, by VS Code's own settings.
import assert from 'node:assert/strict';
import { ForwardProxy } from '../../../fakes/forwardProxy.ts';
import { ScriptedHttpServer } from '../../../mcp/scriptedHttpServer.ts';
import { scriptedMcp } from '../../../mcp/scriptedMcp.ts';
import { addServers, eventually, executeCode, setForUser } from '../../../editor/host/invoke.ts';

describe('a server behind a proxy', () => {
  let restore: () => Promise<void>;
  let server: ScriptedHttpServer;
  let proxy: ForwardProxy;

  before(async () => {
    server = await ScriptedHttpServer.start(
      scriptedMcp({
        list: {
          tools: [{ name: 'answer', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
        },
      }),
    );
    proxy = await ForwardProxy.start(server.url);
    restore = await addServers(() => ({ web: { url: 'http://mcp.test/mcp' } }));
    await setForUser('http.proxy', proxy.url);
  });

  after(async () => {
    await setForUser('http.proxy', undefined);
    await restore();
    await proxy[Symbol.asyncDispose]();
    await server.close();
  });

  it('is reached through http.proxy', async () => {
    await eventually(
      () => executeCode('return await tools.web.answer()'),
      (text) => text.includes('session-1'),
    );
    assert.ok(
      proxy.asked.some((asked) => asked.includes('mcp.test')),
      proxy.asked.join('\n'),
    );
  });
});
