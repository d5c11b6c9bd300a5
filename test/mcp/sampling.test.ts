import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { JsonObject } from '../../src/base/json.ts';
import type { CallOptions } from '../../src/catalog/toolSource.ts';
import type { QuestionContext, SamplingAnswer } from '../../src/mcp/elicitation/userInteraction.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { ScriptedSampling } from '../fakes/scriptedSampling.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { realServer } from './realServer.ts';
import { openedForEach } from '../fakes/opened.ts';

const params = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
  maxTokens: 10,
} satisfies JsonObject;

describe('what a server asks of a language model', () => {
  let sampling: ScriptedSampling;
  const workspace = openedForEach(() => {
    sampling = new ScriptedSampling();
    const servers = { asking: askingServer(), everything: realServer('everything') };
    return McpWorkspace.asking(servers, { sampling });
  });

  const ask = (more: JsonObject = {}) =>
    workspace.structured('asking', 'ask', {
      method: 'sampling/createMessage',
      params: { ...params, ...more },
    });

  it('is announced, without tools and context', async () => {
    assert.deepEqual((await workspace.structured('asking', 'capabilities'))['sampling'], {});
  });

  it('is answered with the model, its text and why it ended', async () => {
    const content = { type: 'text', text: 'Hello' };
    assert.deepEqual(await ask(), {
      result: { model: 'parrot', role: 'assistant', content, stopReason: 'endTurn' },
    });
  });

  it('is declined with the code of the specification, and sent to nobody', async () => {
    sampling.consent = () => Promise.resolve({ action: 'decline' });
    assert.deepEqual(await ask(), { error: { code: -1, message: 'The user denied the request.' } });
    assert.deepEqual(sampling.sent, []);
  });

  it('fails with the reason why no model answers', async () => {
    sampling.model = () => Promise.resolve({ ok: false, problem: 'there is no model' });
    assert.deepEqual(await ask(), {
      error: { code: -32603, message: 'Request not answered: there is no model.' },
    });
  });

  it('stops the clock of the run for the person, not for the model', async () => {
    let paused = false;
    const seen: boolean[] = [];
    sampling.consent = () => {
      seen.push(paused);
      return Promise.resolve({ action: 'accept' });
    };
    sampling.model = () => {
      seen.push(paused);
      return Promise.resolve({ ok: false, problem: 'x' });
    };
    const pauseClockWhile: CallOptions['pauseClockWhile'] = async (work) => {
      paused = true;
      const value = await work();
      paused = false;
      return value;
    };
    const options = { signal: new AbortController().signal, pauseClockWhile };
    await workspace.source.callTool('asking', 'ask', { method: 'sampling/createMessage', params }, options);
    assert.deepEqual(seen, [true, false]);
  });

  it('ends with the call', async () => {
    const started = Promise.withResolvers<QuestionContext>();
    sampling.model = (asking) => {
      started.resolve(asking);
      return new Promise<SamplingAnswer>(() => undefined);
    };
    const controller = new AbortController();
    const running = workspace.call(
      'asking',
      'ask',
      { method: 'sampling/createMessage', params },
      controller.signal,
    );
    const { signal } = await started.promise;
    const ended = once(signal, 'abort');
    controller.abort();
    await Promise.all([ended, running]);
  });

  it('is asked for 25 times in one call at most', async () => {
    const controller = new AbortController();
    const hanging = workspace.call('asking', 'hang', {}, controller.signal);
    for (let request = 1; request <= 25; request++) await ask();
    assert.match(JSON.stringify(await ask()), /asked 25 times in one call/);
    assert.equal(sampling.sent.length, 25);
    controller.abort();
    await hanging;
  });

  it('is answered to server-everything', async () => {
    const { content } = await workspace.result('everything', 'trigger-sampling-request', {
      prompt: 'Say it',
      maxTokens: 20,
    });
    assert.match(JSON.stringify(content), /parrot.*Hello/s);
    const [request] = sampling.sent;
    assert.deepEqual(
      [request?.systemPrompt, request?.maxTokens, request?.temperature],
      ['You are a helpful test server.', 20, 0.7],
    );
  });
});
