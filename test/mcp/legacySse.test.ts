import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fullTest } from '../fakes/everyTest.ts';
import { EverythingHttpServer } from './everythingHttpServer.ts';
import { failure, textOf } from './outcomes.ts';
import { pings, textResult } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';

describe('a server of the legacy HTTP+SSE transport', () => {
  const bed = new WebBed();

  describe('that is real', () => {
    let server: EverythingHttpServer;
    beforeEach(async () => {
      server = await EverythingHttpServer.start({ transport: 'sse' });
    });
    afterEach(() => server.kill());

    it('lists its tools and answers calls', async () => {
      const workspace = await bed.workspace({ type: 'sse', url: server.url });
      assert.ok((await workspace.tools('web')).some(({ name }) => name === 'echo'));
      assert.equal(
        textOf(await workspace.call('web', 'get-sum', { a: 2, b: 3 })),
        'The sum of 2 and 3 is 5.',
      );
    });

    it('is found without being called one', async () => {
      const plain = await bed.workspace({ url: server.url });
      assert.equal(textOf(await plain.call('web', 'echo', { message: 'hello' })), 'Echo: hello');
    });

    fullTest('that dies in the middle of a call settles it', async () => {
      const workspace = await bed.workspace({ type: 'sse', url: server.url });
      const running = Promise.withResolvers<string>();
      const call = workspace.source.callTool(
        'web',
        'trigger-long-running-operation',
        { duration: 60, steps: 600 },
        { signal: new AbortController().signal, onProgress: running.resolve },
      );
      await running.promise;
      await server.kill();
      assert.match(
        failure(await call).message,
        /^Server "web" is gone: it closed its event stream\. The tool may/,
      );
    });

    fullTest('that was started again is used again', async () => {
      const workspace = await bed.workspace({ type: 'sse', url: server.url });
      assert.equal(textOf(await workspace.call('web', 'echo', { message: '1' })), 'Echo: 1');
      const { port } = server;
      await server.kill();
      server = await EverythingHttpServer.start({ transport: 'sse', port });
      assert.equal(textOf(await workspace.call('web', 'echo', { message: '2' })), 'Echo: 2');
    });
  });

  describe('that is scripted', () => {
    /**
     * Answers posted requests on the single stream, with the members of `more` in each answer, after `called` for a
     * call; `streams` holds all opened streams. `statusOf` returns the status of a posted request, whose answer is sent
     * only with status 202.
     */
    const legacy = ({
      endpoint = '/messages',
      more = {},
      called,
      statusOf = () => 202,
    }: {
      endpoint?: string;
      more?: object;
      called?: (streams: readonly ServerResponse[]) => void;
      statusOf?: (method: string, session: number) => number;
    } = {}) => {
      const streams: ServerResponse[] = [];
      const posts: IncomingMessage[] = [];
      const send = (name: string, data: string) => streams.at(-1)?.write(`event: ${name}\ndata: ${data}\n\n`);
      const listener: RequestListener = (request, response) => {
        if (request.method === 'GET') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          streams.push(response);
          send('endpoint', endpoint);
          return;
        }
        if (request.url !== '/messages') {
          response.writeHead(405).end();
          return;
        }
        posts.push(request);
        void text(request).then((body) => {
          const { id, method } = JSON.parse(body) as { id?: number; method?: string };
          if (method === undefined) return;
          const status = statusOf(method, streams.length);
          response.writeHead(status).end();
          if (id === undefined || status !== 202) return;
          if (method === 'tools/call') called?.(streams);
          const started = {
            protocolVersion: '2024-11-05',
            capabilities: { tools: {} },
            serverInfo: { name: 'x', version: '1' },
          };
          const result = method === 'initialize' ? started : textResult(`stream ${streams.length}`);
          send(
            'message',
            JSON.stringify({ jsonrpc: '2.0', id, result, ...(method === 'tools/call' && more) }),
          );
        });
      };
      return { listener, streams, posts };
    };

    it('gets the headers of its definition with every request', async () => {
      const { listener, posts } = legacy();
      const workspace = await bed.serve(listener, { headers: { 'X-Team': 'blue' } });
      await workspace.call('web', 'x');
      assert.deepEqual([...new Set(posts.map(({ headers }) => headers['x-team']))], ['blue']);
    });

    it('gets a new session when its stream has ended', async () => {
      const { listener, streams } = legacy();
      const workspace = await bed.serve(listener);
      assert.equal(textOf(await workspace.call('web', 'x')), 'stream 1');
      const [stream] = streams;
      assert.ok(stream);
      const closed = once(stream, 'close');
      const ended = workspace.logged(/it closed its event stream/);
      stream.end();
      await Promise.all([closed, ended]);
      assert.equal(textOf(await workspace.call('web', 'x')), 'stream 2');
    });

    for (const [status, said, sessions] of [
      [404, 'stream 2', [1, 2]],
      [502, 'protocol_error', [1]],
    ] as const)
      it(`that refuses a call with HTTP ${status} gets it in sessions ${sessions.join(' and ')}`, async () => {
        const called: number[] = [];
        const statusOf = (method: string, session: number) => {
          if (method === 'tools/call') called.push(session);
          return session === 1 && (method === 'tools/call' || method === 'ping') ? status : 202;
        };
        const workspace = await bed.serve(legacy({ statusOf }).listener);
        assert.equal(textOf(await workspace.call('web', 'x')), said);
        assert.deepEqual(called, sessions);
      });

    it('is understood when it writes null for what is not there', async () => {
      const workspace = await bed.serve(legacy({ more: { error: null } }).listener);
      assert.equal(textOf(await workspace.call('web', 'x')), 'stream 1');
    });

    it('may not send messages to another origin', async () => {
      const workspace = await bed.serve(legacy({ endpoint: 'http://127.0.0.1:9/messages' }).listener);
      assert.match(
        await workspace.listError('web'),
        /^its legacy HTTP\+SSE transport .* failed: Endpoint origin does not match|^HTTP 405/,
      );
    });

    fullTest(
      'that asks without end and takes no answer settles the call, and is connected anew',
      async () => {
        const { listener } = legacy({
          called: ([first, ...later]) => later.length === 0 && first?.write(pings(11_000)),
        });
        const workspace = await bed.serve(listener);
        assert.match(failure(await workspace.call('web', 'x')).message, /does not read answers/);
        assert.equal(textOf(await workspace.call('web', 'x')), 'stream 2');
      },
    );
  });
});
