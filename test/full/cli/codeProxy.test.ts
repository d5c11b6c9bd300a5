// `code-mode proxy` in this process, with many clients, another proxy, and much to read, as the client of OpenAI's
// package meets it: the model's server is scripted, the tools are the test's.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';
import { ScriptedUpstream, type UpstreamTurn } from '../../fakes/scriptedUpstream.ts';
import { startProxy, type StartedProxy } from '../../cli/proxyStarted.ts';
import { TestFolder } from '../../cli/testFolder.ts';

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

  /** Whole answers, or those that the package puts together of a stream. */
  const complete = async (
    asked: OpenAI.ChatCompletionCreateParamsNonStreaming,
    stream: boolean,
    by = client,
  ) => {
    const { stream: _stream, ...streamed } = asked;
    const answer = stream
      ? await by.chat.completions.stream(streamed).finalChatCompletion()
      : await by.chat.completions.create(asked);
    const [choice] = answer.choices;
    assert.ok(choice);
    return { message: choice.message, finish: choice.finish_reason };
  };

  /** Until the model answers in words: the calls of each trip. */
  const converse = async (messages: Message[], { stream = false, by = client } = {}) => {
    const trips: string[][] = [];
    for (;;) {
      const { message, finish } = await complete(params(messages), stream, by);
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
  /** Returns the content of the last message that the model received. */
  const lastHeard = () => upstream.requests.at(-1)?.body.messages.at(-1)?.content ?? '';

  it('goes on with a conversation that another process began', async () => {
    const other = await startProxy(folder, upstream.url, ['--exclude', 'ask_*']);
    upstream.play([sequential, { text: 'Hardly.' }]);
    const messages = ask('Rain?');
    const { message } = await complete(params(messages), false);
    const calls = callsOf(message);
    messages.push({ role: 'assistant', tool_calls: calls }, ...calls.map(answerTo));
    const { trips } = await converse(messages, { by: clientOf(other) });
    await other.end();
    assert.deepEqual(trips, [['get_forecast {"city":"Oslo","day":"tue"}']]);
    assert.deepEqual([upstream.requests.length, lastHeard()], [2, '0.1']);
  });

  it('keeps scripts itself with --store', async () => {
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

  it('gives each model what codeMode.models of the folder says', async () => {
    using ruled = new TestFolder();
    await mkdir(join(ruled.path, '.vscode'));
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
      callsOf((await complete({ ...params(ask('Rain?')), model }, false, by)).message).length;
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

  it('serves 200 clients at once, each with its own', async () => {
    upstream.play(({ body: { messages } }) => {
      const [{ content: city } = {}] = messages;
      return script(`return await tools.functions.getForecast({ city: "${city}", day: "mon" });`);
    });
    const names = Array.from({ length: 200 }, (_, at) => `city ${at}`);
    const answers = await Promise.all(names.map((name) => complete(params(ask(name)), false)));
    assert.deepEqual(
      answers.map(({ message }) => callsOf(message).map(called)),
      names.map((city) => [`get_forecast ${JSON.stringify({ city, day: 'mon' })}`]),
    );
  }).timeout(600_000);

  describe('refuses', () => {
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${proxy.url}/chat/completions`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const good = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: definitions };

    it('more than 32 MB', async () => {
      const answer = await post(JSON.stringify({ ...good, more: 'x'.repeat(33 * 1024 * 1024) })).catch(
        () => undefined,
      );
      // It may hang up before the client has sent all of it.
      assert.equal(answer?.status ?? 413, 413);
    });
  });

  it('runs several scripts of one answer beside each other', async () => {
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

  it('shows the model the pictures that a script was answered with, with its result', async () => {
    upstream.play([script('return await tools.functions.getCity({});'), { text: 'Oslo.' }]);
    const messages = ask('Where?');
    const calls = callsOf((await complete(params(messages), false)).message);
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    // The package's type knows text alone, which is what most models take.
    const content = [
      { type: 'text', text: '{"city":"Oslo"}' },
      picture,
    ] as OpenAI.ChatCompletionContentPartText[];
    const answers = calls.map(({ id }): Message => ({ role: 'tool', tool_call_id: id, content }));
    await complete(params([...messages, { role: 'assistant', tool_calls: calls }, ...answers]), false);
    const [words, shown] = upstream.requests[1]?.body.messages.at(-1)?.content as unknown as readonly {
      readonly text?: string;
    }[];
    assert.match(words?.text ?? '', /^\{"city":"Oslo"\}\n\nPictures .*: call 1 \(get_city\)\.$/);
    assert.deepEqual(shown, picture);
  });

  it('shows earlier scripts with their results to the model, as it wrote them', async () => {
    upstream.play([sequential, { text: 'Hardly.' }, parallel, { text: 'On Monday.' }]);
    const messages = ask('Rain on Tuesday?');
    await converse(messages);
    messages.push({ role: 'user', content: 'And on Monday?' });
    await converse(messages);
    const heard = upstream.requests[3]?.body.messages ?? [];
    assert.deepEqual(
      heard.map(({ role, tool_calls: calls, content }) => [
        role,
        ...(calls?.map((call) => call.function.name) ?? [content]),
      ]),
      [
        ['user', 'Rain on Tuesday?'],
        ['assistant', 'executeCode'],
        ['tool', '0.1'],
        ['assistant', 'Hardly.'],
        ['user', 'And on Monday?'],
        ['assistant', 'executeCode'],
        ['tool', '[0.9,0.1]'],
      ],
    );
  });

  it('sends calls of excluded tools in the same trip as those of scripts', async () => {
    upstream.play([
      { calls: [{ name: 'ask_user', arguments: { question: 'Sure?' } }, ...(parallel.calls ?? [])] },
      { text: 'ok' },
    ]);
    const { trips } = await converse(ask('Rain?'));
    assert.deepEqual(
      trips.map((calls) => calls.map((call) => call.split(' ')[0])),
      [['ask_user', 'get_forecast', 'get_forecast']],
    );
    assert.deepEqual(
      upstream.requests[1]?.body.messages.slice(-2).map(({ content }) => content),
      ['yes', '[0.9,0.1]'],
    );
  });

  it('tells the model which calls were not answered where the user went on', async () => {
    upstream.play([sequential, { text: 'Fine.' }]);
    const messages = ask('Rain?');
    const { message } = await complete(params(messages), false);
    await converse([
      ...messages,
      { role: 'assistant', tool_calls: callsOf(message) },
      { role: 'user', content: 'Never mind.' },
    ]);
    assert.match(String(upstream.requests[1]?.body.messages[2]?.content), /did not end[^]*get_city/);
  });

  it('closes a connection over which nothing comes within half a minute', async () => {
    const begun = performance.now();
    const silent = connect(Number(new URL(proxy.url).port), '127.0.0.1').resume();
    await once(silent, 'close');
    assert.ok(performance.now() - begun < 30_000);
  });

  it('refuses ids that were shortened, and says what to do', async () => {
    upstream.play([sequential]);
    const messages = ask('Where?');
    const { message } = await complete(params(messages), false);
    const calls = callsOf(message).map((call) => ({ ...call, id: call.id.slice(0, 40) }));
    const error = await complete(
      params([...messages, { role: 'assistant', tool_calls: calls }, ...calls.map(answerTo)]),
      false,
    ).catch((error: unknown) => error);
    assert.ok(error instanceof APIError);
    assert.deepEqual([error.status, error.code], [400, 'script_lost']);
    assert.match(error.message, /unchanged[^]*--store/);
  });

  it('refuses arguments that are not those of the call', async () => {
    upstream.play([sequential]);
    const messages = ask('Where?');
    const { message } = await complete(params(messages), false);
    const calls = callsOf(message).map((call) => ({
      ...call,
      function: { ...call.function, arguments: '{"other":1}' },
    }));
    const error = await complete(
      params([...messages, { role: 'assistant', tool_calls: calls }, ...calls.map(answerTo)]),
      false,
    ).catch((error: unknown) => error);
    assert.ok(error instanceof APIError);
    assert.deepEqual([error.status, error.code], [400, 'script_diverged']);
  });

  it('tells the model of a tool error that its script does not catch', async () => {
    upstream.play([script('await tools.functions.sendMail({ to: "a" });'), { text: 'ok' }]);
    await converse(ask('Write'));
    assert.match(lastHeard(), /the mailbox is closed/);
  });
});
