// Tests faults of servers in the bytes that they send over Streamable HTTP: in an event stream and in a JSON body.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { fullTest } from '../fakes/everyTest.ts';
import { failure, textOf } from './outcomes.ts';
import {
  event,
  openStream,
  pings,
  scriptedMcp,
  textResult,
  type McpScript,
  type ScriptedCall,
} from './scriptedMcp.ts';
import { giveCallUp, WebBed } from './webBed.ts';

describe('a server over HTTP', () => {
  const bed = new WebBed();

  /**
   * Returns the outcome of a call of the tool `x`. Other calls are answered with the session's name, and at the end
   * show that the session is still the first.
   */
  const outcomeOf = async (faulty: (call: ScriptedCall) => void, more: Pick<McpScript, 'answered'> = {}) => {
    const workspace = await bed.serve(
      scriptedMcp({
        ...more,
        call: (call) =>
          call.tool === 'x'
            ? faulty(call)
            : openStream(call.response).end(
                event({ message: { id: call.id, result: textResult(String(call.session)) } }),
              ),
      }),
    );
    const outcome = await workspace.call('web', 'x');
    assert.equal(textOf(await workspace.call('web', 'other')), 'session-1');
    return outcome;
  };
  const mine = (id: number, value: string) => event({ message: { id, result: textResult(value) } });
  const noise =
    'data: hello\n\ndata: {\n\ndata: []\n\ndata: 7\n\nevent: other\ndata: {}\n\nnonsense\n\n: comment\n\n';

  it('that answers with what is not JSON in a stream that stays open loses the call at once', async () => {
    const outcome = await outcomeOf(({ id, response }) =>
      openStream(response).write(
        `data: {"jsonrpc":"2.0","id":${id},"result":{"structuredContent":{"price":NaN}}}\n\n`,
      ),
    );
    assert.match(
      failure(outcome).message,
      /^Answer of "x" lost: it is not JSON \(.*"price":NaN.*The tool may have run\.$/,
    );
  });

  it('that answers with what is not JSON in a body loses the call', async () => {
    const outcome = await outcomeOf(({ id, response }) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${id},"result":{"content":[`),
    );
    assert.match(
      failure(outcome).message,
      /^Answer of "x" lost: it is not JSON \(.*The tool may have run\.$/,
    );
  });

  for (const [what, said, faulty] of [
    [
      'answers with no messages between its messages',
      'after the noise',
      ({ id, response }) => openStream(response).end(noise + mine(id, 'after the noise')),
    ],
    [
      'ends its lines with carriage returns and keeps the stream open',
      'heard',
      ({ id, response }) => openStream(response).write(mine(id, 'heard').replaceAll('\n', '\r')),
    ],
    [
      'answers also what nobody asked',
      'mine',
      ({ id, response }) =>
        openStream(response).end(mine(987_654, 'not yours') + mine(-1, 'not yours') + mine(id, 'mine')),
    ],
    [
      'answers a request twice',
      'first',
      ({ id, response }) => openStream(response).end(mine(id, 'first') + mine(id, 'second')),
    ],
  ] as const satisfies readonly (readonly [string, string, (call: ScriptedCall) => void])[]) {
    it(`that ${what} is understood`, async () => assert.equal(textOf(await outcomeOf(faulty)), said));
  }

  for (const [what, faulty] of [
    [
      'answers in an event of another name',
      ({ id, response }) => openStream(response).end(`event: answer\n${mine(id, 'unheard')}`),
    ],
    [
      'breaks off in the middle of an event',
      ({ id, response }) =>
        openStream(response).write(mine(id, 'whole').slice(0, 30), () => response.destroy()),
    ],
    [
      'breaks off in the middle of a JSON body',
      ({ response }) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
          .write('{"jsonrpc":"2.0","id":', () => response.destroy()),
    ],
  ] as const satisfies readonly (readonly [string, (call: ScriptedCall) => void])[]) {
    it(`that ${what} loses the call`, async () =>
      assert.match(failure(await outcomeOf(faulty)).message, /lost: .*The tool may have run/));
  }

  for (const [what, header] of [
    ['seconds', () => '30'],
    ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ] as const) {
    it(`that asks for a later call says when: in ${what}`, async () => {
      const outcome = await outcomeOf(({ response }) =>
        response.writeHead(429, { 'retry-after': header() }).end('slow down'),
      );
      assert.match(failure(outcome).message, /HTTP 429: Retry-After: (?:30|3[56]\d\d) s\. slow down/);
    });
  }

  for (const [what, begin] of [
    ['an answer', () => undefined],
    [
      'the end of an answer',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
    ['the end of a refusal', (response) => response.writeHead(500).write('because')],
    ['an event', openStream],
  ] as const satisfies readonly (readonly [string, (response: ServerResponse) => unknown])[]) {
    it(`that never sends ${what} has its connection closed when the call is given up`, async () => {
      const called = Promise.withResolvers<ServerResponse>();
      const workspace = await bed.serve(
        scriptedMcp({
          call: ({ response }) => {
            begin(response);
            called.resolve(response);
          },
        }),
      );
      await giveCallUp(workspace, called.promise);
    });
  }

  it('that repeats its key anywhere in what went wrong is not quoted with it', async () => {
    const key = 'sesame-4711';
    const content = [
      { type: 'text', text: key, _meta: { key } },
      { type: 'resource', resource: { uri: `note:${key}`, text: key } },
      { odd: key },
    ];
    const workspace = await bed.serve(
      scriptedMcp({
        call: ({ id, response }) =>
          openStream(response).end(
            event({ message: { id, result: { content, isError: true, _meta: { key } } } }),
          ),
      }),
      { headers: { 'x-api-key': key } },
    );
    assert.doesNotMatch(JSON.stringify(await workspace.result('web', 'x')), new RegExp(key));
  });

  it('that answers with a body that is no JSON is told so', async () => {
    const outcome = await outcomeOf(({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('hello'),
    );
    assert.equal(failure(outcome).code, 'protocol_error');
  });

  /** The two ways to send an answer whose text the server chooses: in an event and in a body. */
  const ways = [
    ['an event', (response: ServerResponse, text: string) => openStream(response).end(`data: ${text}\n\n`)],
    [
      'a JSON body',
      (response: ServerResponse, text: string) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    ],
  ] as const;
  for (const [where, send] of ways) {
    const outcomeOfText = (textFor: (id: number) => object) =>
      outcomeOf(({ id, response }) => send(response, JSON.stringify(textFor(id))));

    it(`that writes null for what is not there in ${where} is understood`, async () => {
      const outcome = await outcomeOfText((id) => ({
        jsonrpc: '2.0',
        id,
        error: null,
        result: { ...textResult('here'), _meta: null },
      }));
      assert.equal(textOf(outcome), 'here');
    });

    it(`that answers with a batch in ${where} is understood`, async () => {
      const outcome = await outcomeOfText((id) => [
        { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hello' } },
        { jsonrpc: '2.0', id, result: textResult('the second') },
      ]);
      assert.equal(textOf(outcome), 'the second');
    });
  }

  for (const [what, status, body] of [
    ['accepts a call as if it were a notification', 202, undefined],
    ['answers with an empty body', 200, ''],
    ['answers with an empty batch', 200, '[]'],
    ['answers another request', 200, '{"jsonrpc":"2.0","id":987654,"result":{}}'],
  ] as const) {
    it(`that ${what} loses the call`, async () => {
      const outcome = await outcomeOf(({ response }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      );
      assert.match(failure(outcome).message, /lost: .*The tool may have run/);
    });
  }

  it('that cannot read the call is quoted', async () => {
    const answer = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'a brace is missing' } };
    const outcome = await outcomeOf(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    assert.match(failure(outcome).message, /a brace is missing/);
  });

  it('that does not tell the type of its answer is understood', async () => {
    const outcome = await outcomeOf(({ id, response }) => {
      response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id, result: textResult('plain') }));
    });
    assert.equal(textOf(outcome), 'plain');
  });

  it('that answers with a batch without end is told so', async () => {
    const notes = Array.from({ length: 10_000 }, () => ({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x' },
    }));
    const outcome = await outcomeOf(({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(notes)),
    );
    assert.match(failure(outcome).message, /it answered another request/);
  });

  it('that answers after the cancellation is heard no more, and goes on', async () => {
    const cancelled = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<ScriptedCall>();
    const workspace = await bed.serve(
      scriptedMcp({
        call: (call) =>
          call.tool === 'x'
            ? asked.resolve(call)
            : call.response
                .writeHead(200, { 'content-type': 'application/json' })
                .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: textResult('next') })),
        notified: (method) => {
          if (method === 'notifications/cancelled') cancelled.resolve(undefined);
        },
      }),
    );
    const controller = new AbortController();
    const call = workspace.call('web', 'x', {}, controller.signal);
    const { id, response } = await asked.promise;
    controller.abort();
    await cancelled.promise;
    assert.equal(failure(await call).code, 'cancelled');
    const closed = once(response, 'close');
    openStream(response).end(mine(id, 'too late'));
    await closed;
    assert.equal(textOf(await workspace.call('web', 'other')), 'next');
  });

  const bytes = 50 * 1024 * 1024;
  for (const [how, type] of [
    ['one event', 'text/event-stream'],
    ['one JSON body', 'application/json'],
  ] as const) {
    fullTest(`that answers with 50 MB in ${how} is read`, async () => {
      const outcome = await outcomeOf(({ id, response }) => {
        const message = { id, result: textResult('x'.repeat(bytes)) };
        response.writeHead(200, { 'content-type': type });
        response.end(
          type === 'application/json' ? JSON.stringify({ jsonrpc: '2.0', ...message }) : event({ message }),
        );
      });
      assert.equal(textOf(outcome).length, bytes);
    });
  }

  fullTest(
    'that asks without end and takes no answer settles the call, gets few answers at once, and a new session',
    async () => {
      const untaken: ServerResponse[] = [];
      const workspace = await bed.serve(
        scriptedMcp({
          call: (call) => {
            if (call.tool === 'x') openStream(call.response).write(pings(11_000));
            else openStream(call.response).end(mine(call.id, String(call.session)));
          },
          answered: (response) => untaken.push(response),
        }),
      );
      assert.match(
        failure(await workspace.call('web', 'x')).message,
        /^Server "web" is gone: .*not read answers/,
      );
      assert.ok(untaken.length < 20, `${untaken.length} at once`);
      assert.equal(textOf(await workspace.call('web', 'other')), 'session-2');
    },
  );

  fullTest('that asks 500 times at once and takes the answers gets them all', async () => {
    let call: ScriptedCall | undefined;
    let answers = 0;
    const outcome = await outcomeOf(
      (asked) => {
        call = asked;
        openStream(asked.response).write(pings(500));
      },
      {
        answered: (response) => {
          response.writeHead(202).end();
          answers += 1;
          if (answers === 500) call?.response.end(mine(call.id, 'enough'));
        },
      },
    );
    assert.equal(textOf(outcome), 'enough');
  });
});
