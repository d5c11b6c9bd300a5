// Tests the proxy's handling of what models' servers send: errors with the status 200, and streams in odd pieces.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { Upstream, UpstreamRefusal } from '../../../../src/models/stateless/upstream.ts';

const path = '/chat/completions';

type Said = readonly [status: number, error: Readonly<Record<string, unknown>>];

describe('an error that an upstream reports under the status 200', () => {
  const said: unknown[] = [];
  const { signal } = new AbortController();

  function ask(type: string, text: string) {
    said.length = 0;
    const answer = () =>
      Promise.resolve(new Response(text, { headers: { 'content-type': type, 'retry-after': '7' } }));
    const onDelta = (delta: JsonObject) => said.push(delta['content']);
    return new Upstream('http://upstream.test/v1', answer).ask(path, {}, new Headers(), onDelta, signal);
  }

  async function refusal(type: string, text: string): Promise<Said> {
    const error = await ask(type, text).catch((error: unknown) => error);
    assert.ok(error instanceof UpstreamRefusal, String(error));
    assert.deepEqual(
      [error.headers.get('content-type'), error.headers.get('retry-after')],
      ['application/json', '7'],
    );
    return [error.status, (JSON.parse(error.text) as { error: Said[1] }).error];
  }
  const ofBody = (body: unknown) => refusal('application/json', JSON.stringify(body));
  const ofStream = (events: string) => refusal('text/event-stream', events);

  const full = {
    message: 'Too long.',
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  };
  const plain = (message: string) => ({ message, type: 'upstream_error', param: null, code: null });
  const limit = { message: 'Slow down.', code: 429, metadata: { provider: 'x' } };
  const bodies: readonly (readonly [what: string, body: unknown, expected: Said])[] = [
    ['with all its fields', { error: full }, [400, full]],
    ['as a text', { error: 'No room.' }, [502, plain('No room.')]],
    [
      'as a text with its code beside it',
      { error: 'No.', code: 'rate_limit' },
      [429, { ...plain('No.'), code: 'rate_limit' }],
    ],
    ['as a mark with the message beside it', { error: true, message: 'No.' }, [502, plain('No.')]],
    ['in a choice', { choices: [{ error: limit }] }, [429, { ...plain('Slow down.'), ...limit }]],
    [
      'beside a choice',
      { error: limit, choices: [{ message: { content: '' } }] },
      [429, { ...plain('Slow down.'), ...limit }],
    ],
    ['as the body itself', { object: 'error', ...full }, [400, { object: 'error', ...full }]],
    ['without a message', { error: {} }, [502, plain('The upstream failed.')]],
    ['whose message is an object', { error: { message: { raw: 1 } } }, [502, plain('{"raw":1}')]],
  ];
  for (const [what, body, expected] of bodies)
    it(`is read ${what}`, async () => assert.deepEqual(await ofBody(body), expected));

  const text = 'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n';
  const events: readonly (readonly [what: string, event: string, expected: Said])[] = [
    ['as data', `data: ${JSON.stringify({ error: full })}`, [400, full]],
    ['as a text', 'data: {"error":"No room."}', [502, plain('No room.')]],
    [
      'in a choice',
      `data: ${JSON.stringify({ choices: [{ error: limit, delta: {} }] })}`,
      [429, { ...plain('Slow down.'), ...limit }],
    ],
    ['as an event of its own kind', `event: error\ndata: ${JSON.stringify(full)}`, [400, full]],
    ['as an event with a text', 'event: error\ndata: out of memory', [502, plain('out of memory')]],
    [
      'as an event with the error in it',
      `event: error\ndata: ${JSON.stringify({ type: 'error', error: full })}`,
      [400, full],
    ],
  ];
  for (const [what, event, expected] of events) {
    it(`is read from a stream ${what}, after what was said`, async () => {
      assert.deepEqual(await ofStream(`${text}${event}\n\n`), expected);
      assert.deepEqual(said, ['Hel']);
    });
  }

  const statuses: readonly (readonly [error: object, status: number])[] = [
    [{ code: 'invalid_api_key', type: 'invalid_request_error' }, 401],
    [{ code: 'model_not_found' }, 404],
    [{ code: '503' }, 503],
    [{ type: 'rate_limit_error' }, 429],
    [{ type: 'overloaded_error' }, 503],
    [{ code: 400, status: 'RESOURCE_EXHAUSTED' }, 400],
    [{ code: 7, type: 'server_error' }, 502],
  ];
  for (const [error, status] of statuses)
    it(`has the status ${status} for ${JSON.stringify(error)}`, async () =>
      assert.equal((await ofBody({ error }))[0], status));

  for (const error of [null, false, ''])
    it(`is none where the field is ${JSON.stringify(error)}`, async () => {
      const text = JSON.stringify({ error, choices: [{ message: { content: 'Hello' }, error }] });
      const { message } = await ask('application/json', text);
      assert.equal(message['content'], 'Hello');
    });
});

describe('the stream of an upstream', () => {
  const streamed = (events: string) =>
    new Upstream('http://upstream.test/v1', () =>
      Promise.resolve(new Response(events, { headers: { 'content-type': 'text/event-stream' } })),
    ).ask(path, {}, new Headers(), () => undefined, new AbortController().signal);
  const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  const callOf = (id: string | null, name: string | null, text: string) =>
    chunk({ tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: text } }] });
  const callsIn = async (...events: string[]) =>
    (await streamed(events.join(''))).calls.map(({ id, name, text }) => `${id} ${name} ${text}`);

  it('has several calls where all have the index 0 and IDs of their own', async () =>
    assert.deepEqual(
      await callsIn(callOf('a', 'add', '{"a":1}'), callOf('b', 'add', '{"a":'), callOf(null, null, '2}')),
      ['a add {"a":1}', 'b add {"a":2}'],
    ));

  it('has one call where its pieces have several IDs and one name', async () =>
    assert.deepEqual(await callsIn(callOf('a', 'add', ''), callOf('b', null, '{"a":1}')), ['b add {"a":1}']));

  it('is read to an event that no empty line follows', async () => {
    const { message } = await streamed(`${chunk({ content: 'Hel' })}${chunk({ content: 'lo' }).trim()}`);
    assert.equal(message['content'], 'Hello');
  });

  it('has the reasoning of the model as its server wants it back', async () => {
    const details = (...pieces: object[]) => chunk({ reasoning_details: pieces });
    const block = { type: 'reasoning.text', index: 0, format: 'x' };
    const data = { type: 'reasoning.encrypted', data: 'AAAA', id: 'call_0' };
    const { message } = await streamed(
      [
        details({ ...block, text: 'First', signature: null }),
        details({ ...block, text: ', then.' }),
        details({ ...block, text: null, signature: 's' }, { ...data, index: 1 }),
      ].join(''),
    );
    assert.deepEqual(message['reasoning_details'], [
      { ...block, text: 'First, then.', signature: 's' },
      { ...data, index: 1 },
    ]);
  });
});
