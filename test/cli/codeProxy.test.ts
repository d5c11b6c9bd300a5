// Tests `code-mode proxy` in this process from the view of the client of OpenAI's package. The model's server is
// scripted, and the test provides the tools.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import OpenAI, { APIError } from 'openai';
import { ScriptedUpstream, type UpstreamTurn } from '../fakes/scriptedUpstream.ts';
import { startProxy, type StartedProxy } from './proxyStarted.ts';
import { TestFolder } from './testFolder.ts';
import { fullTest } from '../fakes/everyTest.ts';

type Message = OpenAI.ChatCompletionMessageParam;
type Call = OpenAI.ChatCompletionMessageFunctionToolCall;
type Tools = Readonly<Record<string, (input: Record<string, unknown>) => unknown>>;

const key = 'sk-secret-of-the-test';

const definition = (
  name: string,
  properties: Record<string, unknown>,
): OpenAI.ChatCompletionFunctionTool => ({
  type: 'function',
  function: {
    name,
    description: `What ${name} does.`,
    parameters: { type: 'object', properties, required: Object.keys(properties) },
  },
});
const definitions = [
  definition('get_city', {}),
  definition('get_forecast', { city: { type: 'string' }, day: { type: 'string' } }),
  definition('send_mail', { to: { type: 'string' } }),
  definition('ask_user', { question: { type: 'string' } }),
];
const tools: Tools = {
  get_city: () => ({ city: 'Oslo' }),
  get_forecast: ({ city, day }) => ({ city, day, rain: day === 'mon' ? 0.9 : 0.1 }),
  send_mail: () => 'Error: the mailbox is closed',
  ask_user: () => 'yes',
};

const script = (code: string): UpstreamTurn => ({ calls: [{ name: 'executeCode', arguments: { code } }] });
const parallel = script(
  'const days = await Promise.all(["mon", "tue"].map((day) => tools.functions.getForecast({ city: "Oslo", day }))); return days.map((d) => d.rain);',
);
const sequential = script(
  'const { city } = await tools.functions.getCity({}); return (await tools.functions.getForecast({ city, day: "tue" })).rain;',
);

describe('code-mode proxy', () => {
  let upstream: ScriptedUpstream;
  let folder: TestFolder;
  let proxy: StartedProxy;
  let client: OpenAI;
  before(async () => {
    upstream = await ScriptedUpstream.start();
    folder = new TestFolder();
    proxy = await startProxy(folder, upstream.url, ['--exclude', 'ask_*']);
    client = clientOf(proxy);
  });
  after(async () => {
    const { stderr } = await proxy.end();
    await upstream[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
    assert.doesNotMatch(stderr, /sk-secret/);
  });

  const clientOf = ({ url }: StartedProxy) => new OpenAI({ baseURL: url, apiKey: key, maxRetries: 0 });
  const params = (messages: Message[]) => ({ model: 'scripted', messages, tools: definitions });

  const callsOf = (message: OpenAI.ChatCompletionMessage) => (message.tool_calls ?? []) as Call[]; // none is custom
  const called = ({ function: { name, arguments: input } }: Call) => `${name} ${input}`;
  const answerTo = ({ id, function: { name, arguments: input } }: Call): Message => {
    const value = tools[name]?.(JSON.parse(input) as Record<string, unknown>);
    return {
      role: 'tool',
      tool_call_id: id,
      content: typeof value === 'string' ? value : JSON.stringify(value),
    };
  };
  /** Returns the messages in which the client has `calls` in its history, with the answers of its tools. */
  const answered = (calls: Call[], history = calls): Message[] => [
    { role: 'assistant', tool_calls: history },
    ...calls.map(answerTo),
  ];

  /** Returns whole answers, or answers that the package assembles from a stream. */
  const complete = async (
    asked: OpenAI.ChatCompletionCreateParamsNonStreaming,
    { stream = false, by = client } = {},
  ) => {
    const { stream: _stream, ...streamed } = asked;
    const answer = stream
      ? await by.chat.completions.stream(streamed).finalChatCompletion()
      : await by.chat.completions.create(asked);
    const [choice] = answer.choices;
    assert.ok(choice);
    return { message: choice.message, finish: choice.finish_reason };
  };

  /** Continues until the model answers in words. Returns the calls of each trip. */
  const converse = async (messages: Message[], { stream = false, by = client } = {}) => {
    const trips: string[][] = [];
    for (;;) {
      const { message, finish } = await complete(params(messages), { stream, by });
      const calls = callsOf(message);
      messages.push({
        role: 'assistant',
        content: message.content,
        ...(calls.length > 0 && { tool_calls: calls }),
      });
      assert.equal(finish, calls.length > 0 ? 'tool_calls' : 'stop');
      if (calls.length === 0) return { trips, text: message.content };
      trips.push(calls.map(called));
      messages.push(...calls.map(answerTo));
    }
  };
  const ask = (content: string): Message[] => [{ role: 'user', content }];
  /** Returns the error with which the package rejects. */
  const refusalOf = async (answer: Promise<unknown>): Promise<APIError> => {
    const error = await answer.catch((error: unknown) => error);
    assert.ok(error instanceof APIError);
    return error;
  };
  /** Returns the content of the last message that the model received. */
  const lastHeard = () => upstream.requests.at(-1)?.body.messages.at(-1)?.content ?? '';

  for (const stream of [false, true]) {
    describe(stream ? 'with streams' : 'with whole answers', () => {
      it('sends parallel calls in one trip', async () => {
        upstream.play([parallel, { text: 'Rain on Monday.' }]);
        const { trips, text } = await converse(ask('Rain?'), { stream });
        assert.deepEqual(trips, [
          ['get_forecast {"city":"Oslo","day":"mon"}', 'get_forecast {"city":"Oslo","day":"tue"}'],
        ]);
        assert.equal(text, 'Rain on Monday.');
        assert.equal(upstream.requests.length, 2);
        assert.equal(lastHeard(), '[0.9,0.1]');
      });

      (stream ? it : fullTest)(
        'sends calls that need each other in trips without the model between them',
        async () => {
          upstream.play([sequential, { text: 'Hardly.' }]);
          const { trips } = await converse(ask('Rain?'), { stream });
          assert.deepEqual(trips, [['get_city {}'], ['get_forecast {"city":"Oslo","day":"tue"}']]);
          assert.equal(upstream.requests.length, 2);
          assert.equal(lastHeard(), '0.1');
        },
      );

      it('answers in words where the model does', async () => {
        upstream.play([{ text: 'Nothing to do, whatever the tools are.' }]);
        const { trips, text } = await converse(ask('Hello'), { stream });
        assert.deepEqual([trips, text], [[], 'Nothing to do, whatever the tools are.']);
      });

      it('runs a script, and sends a call, whose tool the model names otherwise', async () => {
        const code = 'return await tools.functions.getCity({});';
        upstream.play([
          { calls: [{ name: 'functions.executeCode', arguments: { code } }] },
          { calls: [{ name: 'tools.functions.getCity', arguments: {} }] },
          { text: 'Oslo.' },
        ]);
        const { trips, text } = await converse(ask('Where?'), { stream });
        assert.deepEqual([trips, text], [[['get_city {}'], ['get_city {}']], 'Oslo.']);
        assert.equal(upstream.requests[1]?.body.messages[1]?.tool_calls?.[0]?.function.name, 'executeCode');
      });

      it('reads arguments that are a value and no text', async () => {
        const code = 'return await tools.functions.getCity({});';
        upstream.play([
          { calls: [{ name: 'executeCode', arguments: { code }, asValue: true }] },
          { calls: [{ name: 'get_forecast', arguments: { city: 'Oslo', day: 'mon' }, asValue: true }] },
          { text: 'Rain.' },
        ]);
        const { trips } = await converse(ask('Rain?'), { stream });
        assert.deepEqual(trips, [['get_city {}'], ['get_forecast {"city":"Oslo","day":"mon"}']]);
        assert.equal(
          upstream.requests[1]?.body.messages[1]?.tool_calls?.[0]?.function.arguments,
          JSON.stringify({ code }),
        );
      });

      it('says that an answer was cut off where the model was within a call', async () => {
        upstream.play(() => ({
          text: 'Let me see.',
          calls: [{ name: 'executeCode', arguments: '{"code":"return aw' }],
          finish: 'length',
        }));
        const { message, finish } = await complete(
          { ...params(ask('Rain?')), max_completion_tokens: 20 },
          { stream },
        );
        assert.deepEqual([message.content, message.tool_calls ?? [], finish], ['Let me see.', [], 'length']);
        assert.equal(upstream.requests.length, 1);
      });

      it('tells the model where its code is wrong, and runs what it writes then', async () => {
        upstream.play([script('const a = 1;\nreturn (;'), sequential, { text: 'Hardly.' }]);
        const { trips } = await converse(ask('Rain?'), { stream });
        assert.equal(trips.length, 2);
        assert.match(String(upstream.requests[1]?.body.messages.at(-1)?.content), /2:\d+[^]*return \(;/);
        // The model finds its own mistake in the history of the next request.
        assert.equal(upstream.requests[2]?.body.messages.length, 5);
      });
    });
  }

  it('gives the model executeCode with the signatures of the tools, and excluded ones as they are', async () => {
    upstream.play([{ text: 'ok' }]);
    await converse(ask('Hello'));
    const [first, second, ...more] = upstream.requests[0]?.body.tools ?? [];
    assert.deepEqual(
      [first?.function.name, second?.function.name, more.length],
      ['executeCode', 'ask_user', 0],
    );
    assert.match(
      first?.function.description ?? '',
      /tools\.functions\.getForecast\(input: \{ city: string; day: string \}\)/,
    );
  });

  it('gives a tool that fails to the script as a ToolError', async () => {
    upstream.play([
      script(
        'try { await tools.functions.sendMail({ to: "a" }); } catch (error) { return [error instanceof ToolError, error.message]; }',
      ),
      { text: 'ok' },
    ]);
    await converse(ask('Write'));
    assert.match(
      lastHeard(),
      /^\[true,".*the mailbox is closed It may have taken effect: .*"\]\n\nNote: may have taken effect /,
    );
  });

  const answers: readonly (readonly [what: string, content: unknown, heard: string])[] = [
    [
      'text parts',
      [
        { type: 'text', text: '{"city":' },
        { type: 'text', text: '"Oslo"}' },
      ],
      '{"city":"Oslo"}',
    ],
    ['a part without a type', [{ text: '{"city":"Oslo"}' }], '{"city":"Oslo"}'],
    ['nothing', null, '""'],
  ];
  for (const [what, content, heard] of answers) {
    it(`gives a script an answer in the form of ${what}`, async () => {
      upstream.play([script('return await tools.functions.getCity({});'), { text: 'ok' }]);
      const calls = callsOf((await complete(params(ask('Where?')))).message);
      // null is none of its type
      const answers = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content }) as Message);
      await complete(params([...ask('Where?'), { role: 'assistant', tool_calls: calls }, ...answers]));
      assert.equal(lastHeard(), heard);
    });
  }

  it('tells the model of a wrong type before anything is called', async () => {
    upstream.play([
      script('return await tools.functions.getForecast({ city: 7, day: "mon" });'),
      { text: 'ok' },
    ]);
    const { trips } = await converse(ask('Rain?'));
    assert.deepEqual(trips, []);
    assert.match(lastHeard(), /city/);
  });

  it('gives the model the tools as they are after three scripts that failed at once', async () => {
    const wrong = script('return (;');
    upstream.play([wrong, wrong, wrong, { calls: [{ name: 'get_city', arguments: {} }] }, { text: 'Oslo' }]);
    const { trips, text } = await converse(ask('Where?'));
    assert.deepEqual([trips, text], [[['get_city {}']], 'Oslo']);
    assert.equal(upstream.requests[3]?.body.tools?.[0]?.function.name, 'get_city');
    assert.equal(lastHeard(), '{"city":"Oslo"}');
  });

  it('leaves calls of excluded tools alone as they are', async () => {
    upstream.play([{ calls: [{ name: 'ask_user', arguments: { question: 'Sure?' } }] }, { text: 'ok' }]);
    const messages = ask('Rain?');
    await converse(messages);
    assert.equal(messages.find(({ role }) => role === 'tool')?.['tool_call_id' as never], 'call_0');
  });

  it('sends one call at a time to a client that wants no parallel ones', async () => {
    upstream.play([parallel, { text: 'ok' }]);
    const { message } = await complete({ ...params(ask('Rain?')), parallel_tool_calls: false });
    assert.equal(message.tool_calls?.length, 1);
    assert.equal(upstream.requests[0]?.body['parallel_tool_calls'], undefined);
  });

  // Mistral's word for "required" is none of the package's type.
  for (const choice of ['required', 'any' as 'required'] as const) {
    it(`asks for a call with tool_choice ${choice}, and for none after a script`, async () => {
      upstream.play([script('return 1;'), { text: 'One.' }]);
      await complete({ ...params(ask('One?')), tool_choice: choice });
      assert.deepEqual(
        upstream.requests.map(({ body }) => body['tool_choice']),
        [choice, undefined],
      );
    });
  }

  it('takes arguments as a value from the history of the client', async () => {
    upstream.play([sequential, { text: 'Hardly.' }]);
    const messages = ask('Rain?');
    const { message } = await complete(params(messages));
    const calls = callsOf(message);
    const asValues = calls.map((call) => ({
      ...call,
      function: { ...call.function, arguments: {} as string },
    }));
    await complete(params([...messages, ...answered(calls, asValues)]));
    assert.equal(upstream.requests.length, 1);
  });

  it('sends arguments that the client has as a value to the model as text', async () => {
    upstream.play([{ text: 'ok' }]);
    const call = {
      id: 'call_0',
      type: 'function',
      function: { name: 'get_city', arguments: { of: 1 } as unknown as string },
    } as const;
    const answer: Message = { role: 'tool', tool_call_id: 'call_0', content: 'Oslo' };
    await complete(params([...ask('Where?'), { role: 'assistant', tool_calls: [call] }, answer]));
    assert.equal(upstream.requests[0]?.body.messages[1]?.tool_calls?.[0]?.function.arguments, '{"of":1}');
  });

  it('counts the tokens of all requests to the model', async () => {
    upstream.play([script('return 1;'), { text: 'One.' }]);
    const { usage } = await client.chat.completions.create(params(ask('One?')));
    assert.deepEqual(usage, {
      prompt_tokens: 20,
      completion_tokens: 10,
      total_tokens: 30,
      prompt_tokens_details: { cached_tokens: 4 },
    });
  });

  it('counts them in a stream that is asked for them', async () => {
    upstream.play([script('return 1;'), { text: 'One.' }]);
    const stream = await client.chat.completions.create({
      ...params(ask('One?')),
      stream: true,
      stream_options: { include_usage: true },
    });
    const usages = [];
    for await (const { usage } of stream) if (usage) usages.push(usage.total_tokens);
    assert.deepEqual(usages, [30]);
  });

  it('sends the key of the client to the upstream', async () => {
    upstream.play([{ text: 'ok' }]);
    await converse(ask('Hello'));
    assert.equal(upstream.requests[0]?.headers.authorization, `Bearer ${key}`);
  });

  it('passes errors of the upstream with their status', async () => {
    upstream.play([
      { refusal: { status: 429, text: '{"error":{"message":"Slow down.","code":"rate_limit"}}' } },
    ]);
    const error = await refusalOf(client.chat.completions.create(params(ask('Hello'))));
    assert.deepEqual([error.status, error.code, error.headers?.get('retry-after')], [429, 'rate_limit', '7']);
  });

  const tooLong = {
    message: 'Too long.',
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  };
  const said = async (answer: Promise<unknown>): Promise<readonly unknown[]> => {
    const { status, error, code, type, param } = await refusalOf(answer);
    return [status, error, code, type, param];
  };
  const { message: _message, ...fields } = tooLong;
  const parts = [fields.code, fields.type, fields.param];

  it('passes an error in a body of 200 as a refusal', async () => {
    upstream.play([{ body: { error: tooLong } }]);
    const answer = client.chat.completions.create(params(ask('Hello')));
    assert.deepEqual(await said(answer), [400, tooLong, ...parts]);
  });

  it('passes an error that a stream begins with as a refusal', async () => {
    upstream.play([{ lastEvent: `data: ${JSON.stringify({ error: tooLong })}` }]);
    const answer = client.chat.completions.create({ ...params(ask('Hello')), stream: true });
    assert.deepEqual(await said(answer), [400, tooLong, ...parts]);
  });

  it('passes an error within a stream as one', async () => {
    upstream.play([{ text: 'Hel', lastEvent: `data: ${JSON.stringify({ error: tooLong })}` }]);
    let text = '';
    const read = async () => {
      const stream = await client.chat.completions.create({ ...params(ask('Hello')), stream: true });
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    };
    assert.deepEqual(await said(read()), [undefined, tooLong, ...parts]);
    assert.equal(text, 'Hel');
  });

  it('passes a refusal that comes after the text of a stream in the form that clients read', async () => {
    upstream.play([
      { text: 'One.', ...script('return 1;') },
      { refusal: { status: 400, text: JSON.stringify({ object: 'error', ...tooLong }) } },
    ]);
    const read = async () => {
      for await (const _chunk of await client.chat.completions.create({
        ...params(ask('Hello')),
        stream: true,
      }));
    };
    const { code, type, param } = await refusalOf(read());
    assert.deepEqual([code, type, param], parts);
  });

  it('passes requests without tools as they are', async () => {
    upstream.play([{ text: 'plain' }]);
    const { choices } = await client.chat.completions.create({
      model: 'scripted',
      messages: [{ role: 'user', content: 'Hi' }],
      n: 2,
    });
    assert.equal(choices[0]?.message.content, 'plain');
    assert.deepEqual(upstream.requests[0]?.body, {
      model: 'scripted',
      messages: [{ role: 'user', content: 'Hi' }],
      n: 2,
    });
  });

  it('leaves the tools to the model where the client names one', async () => {
    upstream.play([{ calls: [{ name: 'get_city', arguments: {} }] }]);
    const choice = { type: 'function', function: { name: 'get_city' } } as const;
    const { message } = await complete({ ...params(ask('Where?')), tool_choice: choice });
    assert.deepEqual(callsOf(message).map(called), ['get_city {}']);
    assert.equal(upstream.requests[0]?.body.tools?.length, definitions.length);
  });

  it('sends the query of the client to the upstream', async () => {
    upstream.play(() => ({ text: 'ok' }));
    const query = { 'api-version': '2024-10-21' };
    for (const stream of [false, true])
      await client.chat.completions.create({ ...params(ask('Hello')), stream }, { query });
    const path = '/v1/chat/completions?api-version=2024-10-21';
    assert.deepEqual(
      upstream.requests.map((request) => request.path),
      [path, path],
    );
  });

  it('passes integers beyond 2^53 on with their digits, in both directions', async () => {
    const large = '725653563933458433';
    upstream.play([{ body: `{"choices":[{"message":{"content":"ok"}}],"usage":{"took_ns":${large}}}` }]);
    const answer = await fetch(`${proxy.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(params(ask('Hello'))).replace('{', `{"seed":${large},`),
    });
    assert.match(await answer.text(), new RegExp(`"took_ns":${large}`));
    assert.match(upstream.requests[0]?.text ?? '', new RegExp(`"seed":${large}`));
  });

  it('passes other addresses', async () => {
    const [model] = (await client.models.list()).data;
    assert.equal(model?.id, '/v1/models');
  });

  it('tells the upstream the encoding of a body that it passes on', async () => {
    upstream.play([{ text: 'ok' }]);
    const headers = { 'content-encoding': 'identity' };
    await fetch(`${proxy.url}/responses`, { method: 'POST', headers, body: '{}' });
    assert.equal(upstream.requests[0]?.headers['content-encoding'], 'identity');
  });

  it('leaves the upstream when the client leaves', async () => {
    upstream.play([{ silent: true }]);
    const leaving = new AbortController();
    const asked = client.chat.completions
      .create(params(ask('Hello')), { signal: leaving.signal })
      .catch(() => undefined);
    const { closed } = await upstream.arrived;
    leaving.abort();
    await Promise.all([closed, asked]);
  });

  describe('refuses', () => {
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${proxy.url}/chat/completions`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const good = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: definitions };
    const tool = (more: object) => ({ ...good, tools: [{ type: 'function', function: more }] });
    const malformed: readonly (readonly [what: string, body: unknown, param: string | null])[] = [
      ['what is no JSON', 'no', null],
      ['a list', [], null],
      ['no messages', { model: 'm' }, 'messages'],
      ['an empty list of messages', { ...good, messages: [] }, 'messages'],
      ['a message that is text', { ...good, messages: ['Hi'] }, 'messages[0]'],
      ['a message without a role', { ...good, messages: [{ content: 'Hi' }] }, 'messages[0].role'],
      [
        'calls that are no list',
        { ...good, messages: [{ role: 'assistant', tool_calls: {} }] },
        'messages[0].tool_calls',
      ],
      [
        'an answer to nothing',
        { ...good, messages: [{ role: 'tool', content: '' }] },
        'messages[0].tool_call_id',
      ],
      [
        'an answer to a call that is not there',
        { ...good, messages: [{ role: 'tool', tool_call_id: 'cm1_00112233aa_0_1', content: '' }] },
        'messages[0]',
      ],
      ...[{ city: 'Oslo' }, 7, true].map((content) => {
        const messages = [...good.messages, { role: 'tool', tool_call_id: 'call_0', content }];
        return [
          `an answer that is ${JSON.stringify(content)}`,
          { ...good, messages },
          'messages[1].content',
        ] as const;
      }),
      ...[{ city: 'Oslo' }, 'Oslo', { type: 'text', text: 7 }, { type: 7 }].map((part) => {
        const messages = [...good.messages, { role: 'tool', tool_call_id: 'call_0', content: [part] }];
        return [
          `an answer with ${JSON.stringify(part)} as a part`,
          { ...good, messages },
          'messages[1].content[0]',
        ] as const;
      }),
      ['tools that are no list', { ...good, tools: {} }, 'tools'],
      ['a tool that is text', { ...good, tools: ['x'] }, 'tools[0]'],
      ['a function without a name', tool({}), 'tools[0].function.name'],
      ['a description that is no text', tool({ name: 'x', description: 7 }), 'tools[0].function.description'],
      ['parameters that are no schema', tool({ name: 'x', parameters: [] }), 'tools[0].function.parameters'],
      [
        'a name that is taken',
        { ...good, tools: [definition('x', {}), definition('x', {})] },
        'tools[1].function.name',
      ],
      ['a name of its own', tool({ name: 'executeCode' }), 'tools[0].function.name'],
      ['a custom tool', { ...good, tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools[0].type'],
      ['several choices', { ...good, n: 2 }, 'n'],
      ['a stream that is text', { ...good, stream: 'yes' }, 'stream'],
    ];
    for (const [what, body, param] of malformed) {
      it(what, async () => {
        upstream.play([]);
        const answer = await post(typeof body === 'string' ? body : JSON.stringify(body));
        const { error } = (await answer.json()) as {
          error: { message: string; type: string; param: string | null };
        };
        assert.deepEqual([answer.status, error.type, error.param], [400, 'invalid_request_error', param]);
        assert.notEqual(error.message, '');
        assert.equal(upstream.requests.length, 0);
      });
    }

    it('JSON that is deeper than the stack', async () => {
      const answer = await post(`{"messages":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
      assert.equal(answer.status, 400);
    });

    it('addresses above the base of the upstream', async () => {
      const sent = httpRequest(proxy.url, { path: '/v1/../../secret' });
      sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.destroy();
      assert.equal(response.statusCode, 404);
    });

    it('pages, by their name and by their origin', async () => {
      const statusOf = async (headers: Readonly<Record<string, string>>) => {
        const sent = httpRequest(`${proxy.url}/models`, { headers });
        sent.end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        response.destroy();
        return response.statusCode;
      };
      assert.deepEqual(
        [await statusOf({ host: 'page.test' }), await statusOf({ origin: 'https://page.test' })],
        [403, 403],
      );
    });

    fullTest('more than 32 MB', async () => {
      const answer = await post(JSON.stringify({ ...good, more: 'x'.repeat(33 * 1024 * 1024) })).catch(
        () => undefined,
      );
      // It may hang up before the client has sent all of it.
      assert.equal(answer?.status ?? 413, 413);
    });
  });

  fullTest('keeps scripts itself with --store', async () => {
    const storing = await startProxy(folder, upstream.url, ['--store']);
    upstream.play([sequential, { text: 'Hardly.' }]);
    const messages = ask('Rain?');
    const { trips } = await converse(messages, { by: clientOf(storing) });
    await storing.end();
    assert.equal(trips.length, 2);
    const ids = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
    assert.ok(
      ids.every((id) => id.length <= 40),
      ids.join(' '),
    );
  });

  fullTest('gives each model what codeMode.models of the folder says', async () => {
    using ruled = new TestFolder();
    await ruled.write('.vscode/settings.json', {
      'codeMode.models': [
        { match: '*-mini', mode: 'tools' },
        { match: 'careless', typeCheck: 'off', excludedTools: ['functions.send*', '*.ask_user'] },
      ],
    });
    const started = await startProxy(ruled, upstream.url);
    const by = clientOf(started);
    const wrongType = script(
      'const right = true; return tools.functions.getForecast({ city: "Oslo", day: right ? "mon" : 1 });',
    );
    upstream.play([{ text: 'small' }, wrongType, wrongType, { text: 'I see.' }]);
    const callsTo = async (model: string) =>
      callsOf((await complete({ ...params(ask('Rain?')), model }, { by })).message).length;
    assert.deepEqual(
      [await callsTo('gpt-mini'), await callsTo('careless'), await callsTo('other')],
      [0, 1, 0],
    );
    await started.end();
    const [small, careless, other] = upstream.requests.map(({ body }) =>
      body.tools?.map(({ function: { name } }) => name),
    );
    assert.deepEqual(small, ['get_city', 'get_forecast', 'send_mail', 'ask_user']);
    assert.deepEqual(careless, ['executeCode', 'send_mail', 'ask_user']);
    assert.deepEqual(other, ['executeCode']);
  });

  fullTest('serves 200 clients at once, each with its own', async () => {
    upstream.play(({ body: { messages } }) => {
      const [{ content: city } = {}] = messages;
      return script(`return await tools.functions.getForecast({ city: "${city}", day: "mon" });`);
    });
    const names = Array.from({ length: 200 }, (_, at) => `city ${at}`);
    const answers = await Promise.all(names.map((name) => complete(params(ask(name)))));
    assert.deepEqual(
      answers.map(({ message }) => callsOf(message).map(called)),
      names.map((city) => [`get_forecast ${JSON.stringify({ city, day: 'mon' })}`]),
    );
  })?.timeout(600_000);

  fullTest('runs several scripts of one answer beside each other', async () => {
    upstream.play([{ calls: [...(sequential.calls ?? []), ...(parallel.calls ?? [])] }, { text: 'ok' }]);
    const { trips } = await converse(ask('Rain?'));
    assert.deepEqual(
      trips.map((calls) => calls.length),
      [3, 1],
    );
    assert.deepEqual(
      upstream.requests[1]?.body.messages.slice(-2).map(({ content }) => content),
      ['0.1', '[0.9,0.1]'],
    );
  });

  fullTest('closes a connection over which nothing comes within half a minute', async () => {
    const begun = performance.now();
    const silent = connect(Number(new URL(proxy.url).port), '127.0.0.1').resume();
    await once(silent, 'close');
    assert.ok(performance.now() - begun < 30_000);
  });

  /** Returns the refusal of a client that answers calls in a changed form. */
  const refusalOfChanged = async (change: (call: Call) => Call): Promise<APIError> => {
    upstream.play([sequential]);
    const messages = ask('Where?');
    const { message } = await complete(params(messages));
    const calls = callsOf(message).map(change);
    return refusalOf(complete(params([...messages, ...answered(calls)])));
  };

  fullTest('refuses ids that were shortened, and says what to do', async () => {
    const error = await refusalOfChanged((call) => ({ ...call, id: call.id.slice(0, 40) }));
    assert.deepEqual([error.status, error.code], [400, 'script_lost']);
    assert.match(error.message, /unchanged[^]*--store/);
  });

  fullTest('refuses arguments that are not those of the call', async () => {
    const error = await refusalOfChanged((call) => ({
      ...call,
      function: { ...call.function, arguments: '{"other":1}' },
    }));
    assert.deepEqual([error.status, error.code], [400, 'script_diverged']);
  });
});
