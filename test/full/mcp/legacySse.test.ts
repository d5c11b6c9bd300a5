// A real server of the legacy HTTP+SSE transport that dies, and a scripted one that asks without end.
import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { EverythingHttpServer } from '../../mcp/everythingHttpServer.ts';
import type { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { failure, textOf } from '../../mcp/outcomes.ts';
import { pings, textResult } from '../../mcp/scriptedMcp.ts';
import { WebBed } from '../../mcp/webBed.ts';

describe('a server of the legacy HTTP+SSE transport', () => {
  const bed = new WebBed();
  afterEach(() => bed.close());

  describe('that is real', () => {
    let server: EverythingHttpServer;
    let workspace: McpWorkspace;
    beforeEach(async () => {
      server = await EverythingHttpServer.start({ transport: 'sse' });
      workspace = await bed.workspace({ type: 'sse', url: server.url });
    });
    afterEach(() => server.kill());

    it('that dies in the middle of a call settles it', async () => {
      const running = Promise.withResolvers<string>();
      const options = {
        signal: new AbortController().signal,
        onProgress: (message: string) => running.resolve(message),
      };
      const call = workspace.source.callTool(
        'web',
        'trigger-long-running-operation',
        { duration: 60, steps: 600 },
        options,
      );
      await running.promise;
      await server.kill();
      assert.match(
        failure(await call).message,
        /^Server "web" is gone: it closed its event stream\. The tool may/,
      );
    });

    it('that was started again is used again', async () => {
      assert.equal(textOf(await workspace.call('web', 'echo', { message: '1' })), 'Echo: 1');
      const { port } = server;
      await server.kill();
      server = await EverythingHttpServer.start({ transport: 'sse', port });
      assert.equal(textOf(await workspace.call('web', 'echo', { message: '2' })), 'Echo: 2');
    });
  });

  it('that asks without end and takes no answer settles the call, and is connected anew', async () => {
    const streams: ServerResponse[] = [];
    const send = (name: string, data: string) => streams.at(-1)?.write(`event: ${name}\ndata: ${data}\n\n`);
    const listener: RequestListener = (request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        streams.push(response);
        send('endpoint', '/messages');
        return;
      }
      if (request.url !== '/messages') {
        response.writeHead(405).end();
        return;
      }
      void text(request).then((body) => {
        const { id, method } = JSON.parse(body) as { id?: number; method?: string };
        if (method === undefined) return;
        response.writeHead(202).end();
        if (id === undefined) return;
        if (method === 'tools/call' && streams.length === 1) streams.at(-1)?.write(pings(11_000));
        const started = {
          protocolVersion: '2024-11-05',
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        };
        const result = method === 'initialize' ? started : textResult(`stream ${streams.length}`);
        send('message', JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    };
    const workspace = await bed.serve(listener);
    assert.match(failure(await workspace.call('web', 'x')).message, /does not read answers/);
    assert.equal(textOf(await workspace.call('web', 'x')), 'stream 2');
  });
});
