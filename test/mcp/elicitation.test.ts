import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { JsonObject } from '../../src/base/json.ts';
import type { CallOptions } from '../../src/catalog/toolSource.ts';
import { contentOf } from '../../src/mcp/elicitation/form.ts';
import type { FormAnswer, PageAnswer } from '../../src/mcp/elicitation/userInteraction.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { ScriptedPerson } from '../fakes/scriptedPerson.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';
import { form, page } from './questions.ts';
import { realServer } from './realServer.ts';
import { openedForAll, openedForEach } from '../fakes/opened.ts';

const never = new AbortController().signal;

describe('what a server asks the person for', () => {
  let person: ScriptedPerson;
  const workspace = openedForEach(() => {
    person = new ScriptedPerson();
    return McpWorkspace.asking({ asking: askingServer() }, { elicitation: person });
  });

  const ask = (request: JsonObject = form) => workspace.structured('asking', 'ask', request);
  const call = (tool: string, input: JsonObject, options: CallOptions = { signal: never }) =>
    workspace.source.callTool('asking', tool, input, options);
  /** Makes a call during which the server asks the person, who does not answer. */
  const unanswered = async (request: JsonObject = form, options?: CallOptions) => {
    const asked = Promise.withResolvers<undefined>();
    person.form = () => {
      asked.resolve(undefined);
      return new Promise<FormAnswer>(() => undefined);
    };
    const running = call('ask', request, options);
    await asked.promise;
    const [question] = person.questions;
    assert.ok(question);
    return { running, question };
  };

  it('is announced', async () => {
    const { elicitation } = await workspace.structured('asking', 'capabilities');
    assert.deepEqual(elicitation, { form: {}, url: {} });
  });

  it('a form that was filled in comes back with its content', async () => {
    person.form = () => ({ action: 'accept', content: { name: 'Ada' } });
    assert.deepEqual(await ask(), { result: { action: 'accept', content: { name: 'Ada' } } });
  });

  it('the person is told which server asks, and where it is defined', async () => {
    await ask();
    assert.deepEqual(
      person.questions.map(({ server, origin }) => [server, origin.replace(workspace.folder, '')]),
      [['asking', '/.vscode/mcp.json']],
    );
  });

  for (const action of ['decline', 'cancel'] as const)
    it(`${action} is told as it is`, async () => {
      person.form = () => ({ action });
      assert.deepEqual(await ask(), { result: { action } });
    });

  it('what was typed does not reach the log', async () => {
    person.form = () => ({ action: 'accept', content: { name: 'my little secret' } });
    await ask();
    assert.deepEqual(workspace.log, ['asking: form: accept by the user']);
  });

  it('a form that cannot be shown is refused with what is wrong', async () => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'object' } } };
    const { error } = await ask({ ...form, params: { message: 'x', requestedSchema } });
    assert.deepEqual(error, {
      code: -32602,
      message: 'Request not answered: its field "name" is unsupported.',
    });
    assert.deepEqual(person.questions, []);
  });

  it('an unknown mode is refused', async () => {
    assert.match(
      JSON.stringify(await ask({ ...form, params: { mode: 'smoke' } })),
      /not \\"form\\" or \\"url\\"/,
    );
  });

  it('the clock of the run stands still while the person is asked', async () => {
    const states: string[] = [];
    person.form = () => {
      states.push('asked');
      return { action: 'decline' };
    };
    const pauseClockWhile: CallOptions['pauseClockWhile'] = async (work) => {
      states.push('paused');
      const value = await work();
      states.push('goes on');
      return value;
    };
    await call('ask', form, { signal: never, pauseClockWhile });
    assert.deepEqual(states, ['paused', 'asked', 'goes on']);
  });

  it('the clock stands still once for all calls of a run', async () => {
    let pauses = 0;
    const options: CallOptions = {
      signal: never,
      pauseClockWhile: (work) => {
        pauses++;
        return work();
      },
    };
    const controller = new AbortController();
    const hanging = call('hang', {}, { ...options, signal: controller.signal });
    await call('ask', form, options);
    controller.abort();
    await hanging;
    assert.equal(pauses, 1);
  });

  it('a question goes away with its call', async () => {
    const controller = new AbortController();
    const { running, question } = await unanswered(form, { signal: controller.signal });
    assert.equal(question.signal.aborted, false);
    controller.abort();
    assert.equal(failure(await running).code, 'cancelled');
    assert.equal(question.signal.aborted, true);
  });

  it('a question goes away with its server', async () => {
    const { running, question } = await unanswered();
    const gone = once(question.signal, 'abort');
    await workspace.source.restartServer('asking');
    await Promise.all([gone, running]);
  });

  for (const id of [0, 'seven'])
    it(`a question goes away when its server takes back request ${JSON.stringify(id)}`, async () => {
      const { running, question } = await unanswered({ ...form, id });
      const gone = once(question.signal, 'abort');
      await call('tell', { method: 'notifications/cancelled', params: { requestId: id } });
      await gone;
      assert.deepEqual(await running, {
        ok: true,
        result: { content: [], structuredContent: { result: { action: 'cancel' } }, isError: false },
      });
    });

  it('nobody is asked while only the list of tools is under way', async () => {
    await workspace.define({
      asking: { ...askingServer(), env: { ASK_WHEN_LISTING: JSON.stringify(form) } },
    });
    await workspace.source.reload();
    await workspace.tools('asking');
    const { answers } = await workspace.structured('asking', 'heard');
    assert.match(JSON.stringify(answers), /no call in flight/);
    assert.deepEqual(person.questions, []);
  });

  it('a server that does not stop asking is refused, until its next call', async () => {
    const controller = new AbortController();
    const hanging = call('hang', {}, { signal: controller.signal });
    for (let question = 1; question <= 10; question++)
      assert.deepEqual(await ask(), { result: { action: 'decline' } });
    assert.match(JSON.stringify(await ask()), /asked 10 times in one call/);
    controller.abort();
    await hanging;
    assert.deepEqual(await ask(), { result: { action: 'decline' } });
  });

  it('a person who wants no more questions gets none until the run ends', async () => {
    person.form = () => ({ action: 'mute' });
    const run: CallOptions = { signal: never, pauseClockWhile: (work) => work() };
    const nextRun: CallOptions = { signal: never, pauseClockWhile: (work) => work() };
    const declined = { content: [], structuredContent: { result: { action: 'decline' } }, isError: false };
    for (const options of [run, run, run])
      assert.deepEqual(await call('ask', form, options), { ok: true, result: declined });
    assert.equal(person.questions.length, 1);
    await call('ask', form, nextRun);
    assert.equal(person.questions.length, 2);
  });

  it('a page is shown by its whole address', async () => {
    person.page = () => ({ action: 'accept' });
    assert.deepEqual(await ask({ method: 'elicitation/create', params: page }), {
      result: { action: 'accept' },
    });
    const [question] = person.questions;
    assert.deepEqual(question && 'opens' in question && question.opens, {
      id: 'e1',
      url: 'https://example.com/sign-in',
      host: 'example.com',
      message: 'Sign in',
    });
  });

  it('the clock stands still until the server knows that the person is done with the page', async () => {
    person.page = () => ({ action: 'accept' });
    const wentOn = Promise.withResolvers<undefined>();
    let pauses = 0;
    const pauseClockWhile: CallOptions['pauseClockWhile'] = async (work) => {
      pauses++;
      const value = await work();
      if (--pauses === 0) wentOn.resolve(undefined);
      return value;
    };
    const controller = new AbortController();
    const hanging = call('hang', {}, { signal: controller.signal, pauseClockWhile });
    await ask({ method: 'elicitation/create', params: page });
    assert.equal(pauses, 1);
    await call('tell', { method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    await wentOn.promise;
    controller.abort();
    await hanging;
  });

  describe('before a call', () => {
    const gated = (input: JsonObject = {}) => call('gated', { elicitations: [page], ...input });

    it('is asked for, and the call is made again', async () => {
      person.page = () => ({ action: 'accept' });
      const outcome = await gated();
      assert.deepEqual(outcome.ok && outcome.result.structuredContent, { gateCalls: 2 });
      assert.deepEqual(
        person.questions.map((question) => Object.keys(question).at(-1)),
        ['opens', 'waitsFor'],
      );
    });

    it('is over when the server says so', async () => {
      const waiting = Promise.withResolvers<undefined>();
      person.page = () => ({ action: 'accept' });
      person.back = () => {
        waiting.resolve(undefined);
        return new Promise<PageAnswer>(() => undefined);
      };
      const running = gated();
      await waiting.promise;
      await call('tell', { method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
      assert.ok((await running).ok);
    });

    it('fails the call when the person does not go', async () => {
      const { code, message } = failure(await gated());
      assert.equal(code, 'protocol_error');
      assert.match(message, /needs a visit to example\.com/);
    });

    it('is asked for once', async () => {
      person.page = () => ({ action: 'accept' });
      assert.match(failure(await gated({ times: 2 })).message, /sign in first/);
      assert.equal(person.questions.length, 2);
    });

    it('is not asked for without end, and the server goes on', async () => {
      person.page = () => ({ action: 'accept' });
      const controller = new AbortController();
      const hanging = call('hang', {}, { signal: controller.signal });
      const elicitations = Array.from({ length: 4 }, () => page);
      for (let times = 0; times < 2; times++) await gated({ elicitations, times: 9 });
      assert.match(
        failure(await gated({ elicitations, times: 9 })).message,
        /rejected the call of "gated": .*it asked 10 times/,
      );
      assert.equal(person.questions.length, 20);
      controller.abort();
      assert.equal(failure(await hanging).code, 'cancelled');
    });

    it('is not asked for when the page cannot be shown', async () => {
      const outcome = await gated({ elicitations: [{ ...page, url: 'file:///etc/passwd' }] });
      assert.match(failure(outcome).message, /sign in first/);
      assert.deepEqual(person.questions, []);
    });
  });
});

describe('the elicitations of server-everything', () => {
  let person: ScriptedPerson;
  const workspace = openedForAll(() => {
    person = new ScriptedPerson();
    return McpWorkspace.asking({ everything: realServer('everything') }, { elicitation: person });
  });

  const text = async (tool: string, input: JsonObject = {}) => {
    const { content } = await workspace.result('everything', tool, input);
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  };

  it('its form of every kind of field is read whole', async () => {
    person.form = (form) => ({
      action: 'accept',
      content: { ...contentOf(form, (field) => field.default), name: 'Ada' },
    });
    const answer = await text('trigger-elicitation-request');
    for (const expected of [
      /"name": "Ada"/,
      /"integer": 42/,
      /"titledMultipleSelectEnum": \[\s*"fish-1"\s*\]/,
      /"legacyTitledEnum": "pet-1"/,
    ]) {
      assert.match(answer, expected);
    }
    const [question] = person.questions;
    assert.deepEqual(question && 'form' in question && question.form.fields.map(({ kind }) => kind), [
      'text',
      'flag',
      'text',
      'text',
      'text',
      'text',
      'number',
      'number',
      'choice',
      'choices',
      'choice',
      'choices',
      'choice',
    ]);
  });

  it('a page that it wants to be visited first is followed by the page of the call itself', async () => {
    person.questions.length = 0;
    person.page = () => ({ action: 'accept' });
    await text('trigger-url-elicitation', { url: 'https://example.com/done', errorPath: true });
    const opened = person.questions.flatMap((question) => ('opens' in question ? [question.opens.url] : []));
    assert.equal(opened.length, 2);
    assert.equal(opened[1], 'https://example.com/done');
  });
});
