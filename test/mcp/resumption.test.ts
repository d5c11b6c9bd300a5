import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FeatureAnswer } from '../../src/catalog/serverFeatures.ts';
import type { McpWorkspace } from './mcpWorkspace.ts';
import { failure, textOf } from './outcomes.ts';
import { answer, event, openStream, scriptedMcp, textResult, type McpScript } from './scriptedMcp.ts';
import { giveCallUp, WebBed } from './webBed.ts';

const watchable = { capabilities: { tools: {}, resources: { subscribe: true } } };
const changed = event({ message: { method: 'notifications/resources/updated', params: { uri: 'note:a' } } });
const notification = { method: 'notifications/message', params: { level: 'info', data: 'working' } };

describe('a call whose event stream breaks', () => {
  const bed = new WebBed();

  /**
   * Serves calls with `first` and resumed streams with `resumed`, in turn. `asked` has the event ids from which streams
   * were resumed.
   */
  const resumable = async (
    first: (id: number, stream: ServerResponse) => void,
    ...resumed: ((stream: ServerResponse) => void)[]
  ) => {
    const asked: (string | undefined)[] = [];
    const script: McpScript = {
      call: ({ id, response }) => first(id, openStream(response)),
      get: (request, response) => {
        if (request.headers['last-event-id'] === undefined) {
          response.writeHead(405).end();
          return;
        }
        asked.push(String(request.headers['last-event-id']));
        const next = resumed.shift();
        if (next) next(response);
        else response.writeHead(404).end();
      },
    };
    return { workspace: await bed.serve(scriptedMcp(script)), asked };
  };
  let callId = 0;
  const breakAfter = (text: (id: number) => string) => (id: number, stream: ServerResponse) => {
    callId = id;
    stream.write(text(id), () => stream.destroy());
  };
  const answers =
    (value: string, id = 'last') =>
    (stream: ServerResponse) =>
      void openStream(stream).end(event({ id, message: { id: callId, result: textResult(value) } }));

  it('gets its answer from the resumed stream', async () => {
    const { workspace, asked } = await resumable(
      breakAfter(() => event({ id: 'a1' })),
      answers('resumed'),
    );
    assert.equal(textOf(await workspace.call('web', 'x')), 'resumed');
    assert.deepEqual(asked, ['a1']);
  });

  it('gets it also when the server closes the stream in good order', async () => {
    const close = (id: number, stream: ServerResponse) => {
      callId = id;
      stream.end(event({ id: 'a1', retry: 10 }));
    };
    const { workspace } = await resumable(close, answers('resumed'));
    assert.equal(textOf(await workspace.call('web', 'x')), 'resumed');
  });

  it('is resumed where it was when the resumed stream breaks again before its first event', async () => {
    const again = (stream: ServerResponse) =>
      void openStream(stream).write(': nothing yet\n\n', () => stream.destroy());
    const { workspace, asked } = await resumable(
      breakAfter(() => event({ id: 'a1' })),
      again,
      answers('at last'),
    );
    assert.equal(textOf(await workspace.call('web', 'x')), 'at last');
    assert.deepEqual(asked, ['a1', 'a1']);
  });

  it('is resumed after the last event that came', async () => {
    const more = (stream: ServerResponse) =>
      void openStream(stream).write(event({ id: 'a2', message: notification }), () => stream.destroy());
    const { workspace, asked } = await resumable(
      breakAfter(() => event({ id: 'a1' })),
      more,
      answers('done'),
    );
    assert.equal(textOf(await workspace.call('web', 'x')), 'done');
    assert.deepEqual(asked, ['a1', 'a2']);
  });

  it('is resumed by an id of any script, in UTF-8', async () => {
    const { workspace, asked } = await resumable(
      breakAfter(() => event({ id: '漢1' })),
      answers('resumed'),
    );
    assert.equal(textOf(await workspace.call('web', 'x')), 'resumed');
    assert.deepEqual(
      asked.map((id) => Buffer.from(id ?? '', 'latin1').toString()),
      ['漢1'],
    );
  });

  it('is told as lost when its id is none that a header can carry', async () => {
    const { workspace, asked } = await resumable(breakAfter(() => event({ id: 'a\u0001' })));
    assert.match(
      failure(await workspace.call('web', 'x')).message,
      /reconnecting failed .*The tool may have run/,
    );
    assert.deepEqual(asked, []);
  });

  it('is told as lost when the server took its id back', async () => {
    const { workspace, asked } = await resumable(breakAfter(() => event({ id: 'a1' }) + event({ id: '' })));
    assert.match(failure(await workspace.call('web', 'x')).message, /cannot resume\. The tool may have run/);
    assert.deepEqual(asked, []);
  });

  it('is resumed although the server is out of order for a moment', async () => {
    const unavailable = (stream: ServerResponse) => void stream.writeHead(503).end();
    const { workspace } = await resumable(
      breakAfter(() => event({ id: 'a1' })),
      unavailable,
      unavailable,
      answers('back'),
    );
    assert.equal(textOf(await workspace.call('web', 'x')), 'back');
  });

  it('gets an error as its answer, too', async () => {
    const refusal = (stream: ServerResponse) =>
      void openStream(stream).end(
        event({ message: { id: callId, error: { code: -32_000, message: 'no room' } } }),
      );
    const { workspace, asked } = await resumable(
      breakAfter(() => event({ id: 'a1' })),
      refusal,
    );
    assert.match(failure(await workspace.call('web', 'x')).message, /no room/);
    assert.equal(asked.length, 1);
  });

  it('is told as lost, perhaps run, when the stream had no ids', async () => {
    const { workspace, asked } = await resumable(breakAfter(() => ': hello\n\n'));
    const { code, message, retryable } = failure(await workspace.call('web', 'x'));
    assert.deepEqual([code, retryable], ['server_unavailable', false]);
    assert.match(message, /^Answer of "x" lost: .*cannot resume\. .*may have run\.$/);
    assert.deepEqual(asked, []);
  });

  it('is told as lost when the server knows its stream no more', async () => {
    const { workspace, asked } = await resumable(breakAfter(() => event({ id: 'a1' })));
    assert.match(
      failure(await workspace.call('web', 'x')).message,
      /resuming gave HTTP 404\. The tool may have run/,
    );
    assert.equal(asked.length, 1);
  });

  it('is told as lost when the server stays out of order', async () => {
    const unavailable = (stream: ServerResponse) => void stream.writeHead(503).end();
    const { workspace, asked } = await resumable(
      breakAfter(() => event({ id: 'a1' })),
      ...Array.from({ length: 20 }, () => unavailable),
    );
    assert.match(
      failure(await workspace.call('web', 'x')).message,
      /resuming gave HTTP 503\. The tool may have run/,
    );
    assert.equal(asked.length, 4);
  });

  it('leaves the session to the other calls', async () => {
    const sessions = new Set<string | undefined>();
    const workspace = await bed.serve(
      scriptedMcp({
        call: ({ id, tool, session, response }) => {
          sessions.add(session);
          const stream = openStream(response);
          if (tool === 'breaks') stream.write(': hello\n\n', () => stream.destroy());
          else setTimeout(() => stream.end(event({ message: { id, result: textResult('well') } })), 100);
        },
      }),
    );
    const outcomes = await Promise.all([workspace.call('web', 'works'), workspace.call('web', 'breaks')]);
    assert.deepEqual(outcomes.map(textOf), ['well', 'server_unavailable']);
    assert.equal(textOf(await workspace.call('web', 'works')), 'well');
    assert.deepEqual([...sessions], ['session-1']);
  });

  it('lets its connection go when the caller gives up', async () => {
    const held = Promise.withResolvers<ServerResponse>();
    const hold = (_: number, stream: ServerResponse) =>
      void stream.write(event({ id: 'a1' }), () => held.resolve(stream));
    const { workspace, asked } = await resumable(hold);
    await giveCallUp(workspace, held.promise);
    assert.deepEqual(asked, []);
  });
});

describe('the stream of notifications', () => {
  const bed = new WebBed();

  it('is connected again when it breaks', async () => {
    const streams: IncomingMessage[] = [];
    const second = Promise.withResolvers<undefined>();
    const get = (request: IncomingMessage, response: ServerResponse) => {
      streams.push(request);
      openStream(response);
      if (streams.length === 1)
        response.write(event({ id: 'n1', message: notification }), () => response.destroy());
      else second.resolve(undefined);
    };
    const workspace = await bed.serve(scriptedMcp({ get }));
    await workspace.call('web', 'x');
    await second.promise;
    assert.equal(streams[1]?.headers['last-event-id'], 'n1');
    assert.equal(await workspace.state('web'), 'running');
  });

  it('that cannot be connected again is given up, and calls go on', async () => {
    let tries = 0;
    const get = (_: IncomingMessage, response: ServerResponse) => {
      tries += 1;
      if (tries === 1) openStream(response).write(event({ message: notification }), () => response.destroy());
      else response.destroy();
    };
    const workspace = await bed.serve(scriptedMcp({ get }));
    await workspace.call('web', 'x');
    await workspace.logged(/no more notifications: its connection broke; reconnecting failed/);
    assert.equal(tries, 11);
    assert.equal(textOf(await workspace.call('web', 'x')), 'session-1');
  });

  it('that is given up ends the waits for what it was to tell, and those that come after', async () => {
    let tries = 0;
    const told = Promise.withResolvers<ServerResponse>();
    const workspace = await bed.serve(
      scriptedMcp({
        initialize: watchable,
        get: (_, response) => (++tries === 1 ? told.resolve(openStream(response)) : response.destroy()),
      }),
    );
    const wait = waitIn(workspace);
    const waiting = wait();
    (await told.promise).destroy();
    for (const ending of [await waiting, await wait()]) {
      assert.match(
        failure(ending).message,
        /"web" .*no more notifications: its connection broke.*\$resources\.updated/,
      );
    }
  });

  /** The test decides the fate of the server's streams. */
  const outage = async (script: McpScript = {}) => {
    const streams = new Set<ServerResponse>();
    let isDown = false;
    const get = (_: IncomingMessage, response: ServerResponse) =>
      isDown ? response.destroy() : streams.add(openStream(response));
    const workspace = await bed.serve(scriptedMcp({ initialize: watchable, get, ...script }));
    const untilThere = async () => {
      for (let tries = 0; tries < 1_000 && streams.size === 0; tries++) await workspace.call('web', 'x');
    };
    await untilThere();
    const begin = async () => {
      isDown = true;
      for (const stream of streams) stream.destroy();
      streams.clear();
      await workspace.logged(/no more notifications/);
    };
    const end = async () => {
      isDown = false;
      await untilThere();
      await workspace.logged(/notifications come again/);
    };
    return { workspace, streams, begin, end };
  };

  it('that is given up is connected again when the server answers something', async () => {
    const { workspace, streams, begin, end } = await outage();
    await begin();
    await end();
    const again = waitIn(workspace)();
    await Promise.race([
      again,
      workspace.call('web', 'x').then(() => streams.forEach((stream) => stream.write(changed))),
    ]);
    assert.deepEqual(await again, { ok: true, value: { uri: 'note:a' } });
  });

  it('that comes again after it was given up is as good as news of other tools', async () => {
    let lists = 0;
    const { workspace, begin, end } = await outage({
      asked: (method) => method === 'tools/list' && ++lists === 0,
    });
    await workspace.tools('web');
    await begin();
    await end();
    await workspace.tools('web');
    assert.equal(lists, 2);
  });

  it('that is given up with its session is that of a new one for the next wait', async () => {
    const sessions: (string | undefined)[] = [];
    const isOver = (request: IncomingMessage) =>
      sessions.length > 1 && request.headers['mcp-session-id'] === 'session-1';
    let subscribed = 0;
    let stream: ServerResponse | undefined;
    // The change is announced only after the subscription is renewed.
    const tell = () => subscribed > 1 && stream?.write(changed);
    const script = scriptedMcp({
      initialize: watchable,
      get: (request, response) => {
        sessions.push(String(request.headers['mcp-session-id']));
        if (isOver(request)) response.writeHead(404).end();
        else if (sessions.length === 1) openStream(response).write(': here\n\n', () => response.destroy());
        else {
          stream = openStream(response);
          tell();
        }
      },
      asked: (method, id, response) => {
        if (method !== 'resources/subscribe') return false;
        answer(response, id, {});
        subscribed += 1;
        tell();
        return true;
      },
    });
    const workspace = await bed.serve((request, response) => {
      if (request.method === 'POST' && isOver(request)) response.writeHead(404).end();
      else script(request, response);
    });
    const wait = waitIn(workspace);
    assert.match(failure(await wait()).message, /no more notifications/);
    assert.deepEqual(await wait(), { ok: true, value: { uri: 'note:a' } });
  });

  it('is connected although the server is out of order at first', async () => {
    let tries = 0;
    const second = Promise.withResolvers<undefined>();
    const get = (_: IncomingMessage, response: ServerResponse) => {
      tries += 1;
      if (tries === 1) response.writeHead(503).end();
      else if (tries === 2) response.destroy();
      else second.resolve(void openStream(response));
    };
    const workspace = await bed.serve(scriptedMcp({ get }));
    await workspace.call('web', 'x');
    await second.promise;
  });

  it('that ends at once each time, with a message, is connected less and less often', async () => {
    const times: number[] = [];
    const fifth = Promise.withResolvers<undefined>();
    const get = (_: IncomingMessage, response: ServerResponse) => {
      times.push(performance.now());
      openStream(response).end(event({ id: 'n1', retry: 1, message: notification }));
      if (times.length === 5) fifth.resolve(undefined);
    };
    const workspace = await bed.serve(scriptedMcp({ get }));
    await workspace.call('web', 'x');
    await fifth.promise;
    const [first = 0, last = 0] = [times[0], times[4]];
    // The delays are 20, 40, 80 and 160 ms; a timer may fire a little early.
    assert.ok(last - first >= 280, `four connections more within ${last - first} ms`);
  });

  it('is let go when the server is closed', async () => {
    const opened = Promise.withResolvers<ServerResponse>();
    const workspace = await bed.serve(
      scriptedMcp({ get: (_, response) => opened.resolve(openStream(response)) }),
    );
    await workspace.call('web', 'x');
    const closed = once(await opened.promise, 'close');
    await workspace.source.dispose();
    await closed;
  });
});

/** Begins to wait for `note:a` in a long run. */
function waitIn({ source }: McpWorkspace): () => Promise<FeatureAnswer> {
  const { signal } = new AbortController();
  return () => source.requestFeature('web', { method: 'resources/subscribe', uri: 'note:a' }, { signal });
}
