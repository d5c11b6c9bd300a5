// Three processes of `code-mode proxy` behind a real load balancer: nothing of a chat stays in one of them.
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { startProxy, type StartedProxy } from '../../cli/proxyStarted.ts';
import { TestFolder } from '../../cli/testFolder.ts';
import { Nginx } from '../../fakes/nginx.ts';
import { ScriptedUpstream } from '../../fakes/scriptedUpstream.ts';

type Message = OpenAI.ChatCompletionMessageParam;

const tool = (name: string): OpenAI.ChatCompletionFunctionTool => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object', properties: {} } },
});
const code =
  'const { city } = await tools.functions.getCity({}); const { rain } = await tools.functions.getRain({}); return { city, rain };';

describe('code-mode proxy behind a load balancer', () => {
  let upstream: ScriptedUpstream;
  const folders: TestFolder[] = [];
  const proxies: StartedProxy[] = [];

  before(async () => {
    upstream = await ScriptedUpstream.start();
    for (let replica = 0; replica < 3; replica++) {
      const folder = new TestFolder();
      folders.push(folder);
      proxies.push(await startProxy(folder, upstream.url));
    }
  });
  after(async () => {
    // Each command has its folder as its own while it runs: the last one gives it back first.
    for (const proxy of proxies.reverse()) await proxy.end();
    await upstream[Symbol.asyncDispose]();
    for (const folder of folders) folder[Symbol.dispose]();
  });

  it('goes on with a script whichever process gets the next request', async () => {
    await using balancer = await Nginx.before(
      proxies.map(({ url }) => Number(new URL(url).port)),
      { ownNames: true },
    );
    const client = new OpenAI({
      baseURL: `http://127.0.0.1:${balancer.port}/v1`,
      apiKey: 'sk-test',
      maxRetries: 0,
    });
    upstream.play([{ calls: [{ name: 'executeCode', arguments: { code } }] }, { text: 'Rain in Oslo.' }]);
    const answers: Record<string, unknown> = { get_city: { city: 'Oslo' }, get_rain: { rain: 0.9 } };
    const messages: Message[] = [{ role: 'user', content: 'Rain?' }];
    const called: string[] = [];
    for (;;) {
      const { choices } = await client.chat.completions.create({
        model: 'scripted',
        messages,
        tools: [tool('get_city'), tool('get_rain')],
      });
      const message = choices[0]?.message ?? assert.fail('The answer has no message.');
      messages.push(message);
      const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
      for (const { id, function: asked } of calls) {
        called.push(asked.name);
        messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(answers[asked.name]) });
      }
      if (calls.length === 0) break;
    }
    assert.deepEqual(called, ['get_city', 'get_rain']);
    assert.equal(messages.at(-1)?.content, 'Rain in Oslo.');
    assert.equal(upstream.requests.at(-1)?.body.messages.at(-1)?.content, '{"city":"Oslo","rain":0.9}');
  });
});
