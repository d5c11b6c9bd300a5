// Tests code over the tools of a chat that keeps its own conversation, as an editor does: ids are short, and turns are
// kept beside the conversation.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import { toolCall, type ModelToolCall } from '../../src/models/askModel.ts';
import { ChatError } from '../../src/models/stateless/chatError.ts';
import { CodeChat } from '../../src/models/stateless/codeChat.ts';
import type { Spared } from '../../src/engine/usage/sparedCalls.ts';
import { TurnFiles } from '../../src/models/stateless/turnFiles.ts';
import { TurnRunner, type TurnRunnerOptions } from '../../src/models/stateless/turnRunner.ts';
import {
  answerTo,
  assistantCalls,
  PlayedModel,
  requestOf,
  script,
  type PlayedAnswer,
} from '../fakes/codeChatClient.ts';
import { sharedFolder } from '../fakes/temporaryFolder.ts';
import { sharedEngine } from '../fakes/testEngine.ts';
import { chatOptions, sequential, user } from './chatBed.ts';

describe('code over the tools of a chat', () => {
  const folder = sharedFolder('code-mode-turns-');
  const test = sharedEngine([]);

  const files = () =>
    new TurnFiles({ folder: folder.path, writes: () => true, log: (line) => assert.ok(false, line) });
  const chatOf = (turns: TurnFiles, options: Partial<TurnRunnerOptions> = {}) =>
    new CodeChat(new TurnRunner({ ...chatOptions(test, turns), ...options }));
  const { signal } = new AbortController();

  /** Continues until the model answers in words. Returns the calls of each trip and all messages. */
  async function converse(
    answers: readonly PlayedAnswer[],
    { chat = chatOf(files()), messages = [user('Add.')] } = {},
  ) {
    const model = new PlayedModel(answers);
    const trips: (readonly ModelToolCall[])[] = [];
    for (;;) {
      const { calls } = await chat.answer(requestOf(messages), model.ask, signal);
      if (calls.length === 0) return { trips, model, messages };
      trips.push(calls);
      messages.push(assistantCalls(calls), ...calls.map(answerTo));
    }
  }

  it('counts what each script spared the model, once', async () => {
    const spared: Spared[] = [];
    const chat = chatOf(files(), { onSpared: (one) => spared.push(one) });
    const { messages } = await converse([script(sequential), { text: 'Six.' }], { chat });
    // The script read the two answers {"sum":3} and {"sum":6}; the model read only 6.
    assert.deepEqual(spared, [{ sparedCalls: 1, unreadBytes: 17 }]);
    await converse([{ text: 'Bye.' }], { chat, messages: [...messages, user('Thanks.')] });
    assert.equal(spared.length, 1);
  });

  it('takes null for a title that the model leaves out', async () => {
    const untitled = { calls: [{ name: 'executeCode', input: { code: sequential, title: null } }] };
    const { trips } = await converse([untitled, { text: 'Six.' }]);
    assert.equal(trips.length, 2);
  });

  it('gives calls ids that every model takes, and inputs without a field of ours', async () => {
    const { trips } = await converse([script(sequential), { text: 'Six.' }]);
    for (const { id, text } of trips.flat()) {
      assert.match(id, /^[\w-]{1,40}$/);
      assert.deepEqual(Object.keys(JSON.parse(text) as object), ['a', 'b']);
    }
  });

  it('goes on in another process', async () => {
    const turns = files();
    const model = new PlayedModel([script(sequential), { text: 'Six.' }]);
    const messages = [user('Add.')];
    const { calls } = await chatOf(turns).answer(requestOf(messages), model.ask, signal);
    await turns.dispose();
    messages.push(assistantCalls(calls), ...calls.map(answerTo));
    const { trips } = await converse([{ text: 'Six.' }], { messages });
    assert.deepEqual(
      trips.flat().map(({ text }) => text),
      ['{"a":3,"b":3}'],
    );
  });

  it('shows the model the pictures that a script was answered with, with its result', async () => {
    const model = new PlayedModel([
      script('return [await tools.functions.getText({}), await tools.functions.getText({})];'),
      { text: 'A dot.' },
    ]);
    const chat = chatOf(files());
    const messages = [user('Look.')];
    /** A picture as an editor and as chat completions have it. */
    const picture = (at: number): JsonObject =>
      at === 1
        ? { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
        : { type: 'given', at, picture: 'image/png' };
    for (
      let calls = (await chat.answer(requestOf(messages), model.ask, signal)).calls, at = 0;
      calls.length > 0;
      at += 1
    ) {
      const content = at === 0 ? [picture(0)] : [{ type: 'text', text: 'words' }, picture(1), picture(2)];
      messages.push(
        assistantCalls(calls),
        ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content })),
      );
      ({ calls } = await chat.answer(requestOf(messages), model.ask, signal));
    }
    const [words, ...pictures] = model.lastHeard as JsonObject[];
    const text = words?.['text'];
    assert.ok(typeof text === 'string');
    assert.match(
      text,
      /^\["\[1 picture, .*\]","words"\]\n\nPictures .*: call 1 \(get_text\), call 2 \(get_text\), call 2 \(get_text\)\.$/,
    );
    assert.deepEqual(pictures, [picture(0), picture(1), picture(2)]);
  });

  const texts = ['1.10', '2.0', '1e234567', '72565356393345843331', 'null', 'true', '"words"', '{"half":'];
  for (const content of texts) {
    it(`gives a script the answer ${content} as the text that it is`, async () => {
      const model = new PlayedModel([script('return [await tools.functions.getText({})];'), { text: 'ok' }]);
      const chat = chatOf(files());
      const { calls } = await chat.answer(requestOf([user('Say.')]), model.ask, signal);
      const answers = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content }));
      await chat.answer(requestOf([user('Say.'), assistantCalls(calls), ...answers]), model.ask, signal);
      assert.equal(model.lastHeard, JSON.stringify([content]));
    });
  }

  it('makes no call again whose answer the client has left out of the conversation', async () => {
    const turns = files();
    const model = new PlayedModel([script(sequential), { text: 'Six.' }]);
    const chat = chatOf(turns);
    const first = await chat.answer(requestOf([user('Add.')]), model.ask, signal);
    const messages = [user('Add.'), assistantCalls(first.calls), ...first.calls.map(answerTo)];
    const second = await chat.answer(requestOf(messages), model.ask, signal);
    // A summary replaces the first trip.
    const shortened = [user('They want a sum.'), assistantCalls(second.calls), ...second.calls.map(answerTo)];
    const last = await chat.answer(requestOf(shortened), model.ask, signal);
    assert.deepEqual(last.calls, []);
    assert.equal(model.lastHeard, '6');
  });

  it('sends no call whose integer the client would round', async () => {
    const { trips, model } = await converse(
      [
        script(
          'return await tools.functions.add({ a: 9007199254740993, b: 1 }).catch((error) => [error.code, error.message]);',
        ),
        { text: 'I see.' },
      ],
      { chat: chatOf(files(), { roundsIntegers: true }) },
    );
    assert.deepEqual(trips, []);
    assert.match(String(model.lastHeard), /^\["invalid_input",".*would round an integer beyond 2\^53/);
  });

  it('goes on where the client says something of its own between two trips', async () => {
    const chat = chatOf(files());
    const model = new PlayedModel([script(sequential), { text: 'Six.' }]);
    const messages = [user('Add.')];
    for (const more of [[user('Remember the list.')], []]) {
      const { calls } = await chat.answer(requestOf(messages), model.ask, signal);
      messages.push(...more, assistantCalls(calls), ...calls.map(answerTo));
    }
    assert.deepEqual((await chat.answer(requestOf(messages), model.ask, signal)).calls, []);
    assert.equal(model.lastHeard, '6');
  });

  it('shows the model its script and what came of it in a later question, as it was', async () => {
    const chat = chatOf(files());
    const { messages } = await converse([script(sequential), { text: 'Six.' }], { chat });
    const cut = messages.map((message) =>
      message['role'] === 'tool' ? { ...message, content: '(cut)' } : message,
    );
    const later = [...cut, { role: 'assistant', content: 'Six.' }, user('Sure?')];
    const { model } = await converse([{ text: 'As I said.' }], { chat, messages: later });
    const [, made, result] = model.heard[0]?.messages ?? [];
    assert.match(JSON.stringify(made), /executeCode.*tools\.functions\.add/);
    assert.equal(result?.['content'], '6');
  });

  it('shows the model calls as they are where their script is lost', async () => {
    const call = toolCall('cm1_0000000000000000_0_1', 'add', '{"a":1,"b":2}');
    const messages = [user('Add.'), assistantCalls([call]), answerTo(call)];
    const { model } = await converse([{ text: 'Three.' }], { messages });
    assert.deepEqual(model.heard[0]?.messages, messages);
  });

  it('drops an answer whose call the client has left out', async () => {
    const chat = chatOf(files());
    const { messages } = await converse([script(sequential), { text: 'Six.' }], { chat });
    const { model } = await converse([{ text: 'Yes.' }], {
      chat,
      messages: [...messages.filter(({ role }) => role === 'tool'), user('Sure?')],
    });
    assert.deepEqual(model.heard[0]?.messages, [user('Sure?')]);
  });

  it('tells the model what was not answered where the user went on', async () => {
    const chat = chatOf(files());
    const model = new PlayedModel([script(sequential), { text: 'Stopped.' }]);
    const { calls } = await chat.answer(requestOf([user('Add.')]), model.ask, signal);
    await chat.answer(requestOf([user('Add.'), assistantCalls(calls), user('Stop.')]), model.ask, signal);
    assert.match(
      JSON.stringify(model.heard.at(-1)?.messages),
      /The script did not end.*add\(.*took place is unknown/,
    );
  });

  it('tells the model what its script had called where a tool disappears before it ends', async () => {
    const chat = chatOf(files());
    const model = new PlayedModel([script(sequential), { text: 'It is gone.' }]);
    const { calls } = await chat.answer(requestOf([user('Add.')]), model.ask, signal);
    const request = requestOf([user('Add.'), assistantCalls(calls), ...calls.map(answerTo)]);
    const without = { ...request, functions: request.functions.filter(({ name }) => name !== 'add') };
    assert.deepEqual((await chat.answer(without, model.ask, signal)).calls, []);
    assert.match(
      String(model.lastHeard),
      /did not make call 1, which was answered[^]*unknown_tool[^]*finished \(do not repeat writes\):\n.*tools\.functions\.add\(\{ a: 1, b: 2 \}\)/,
    );
    assert.match(String(model.lastHeard), /Next: .* script for what is left\./);
  });

  it('does not go on with that script when the tool is there again', async () => {
    const chat = chatOf(files());
    const model = new PlayedModel([script(sequential), { text: 'It is gone.' }]);
    const { calls } = await chat.answer(requestOf([user('Add.')]), model.ask, signal);
    const request = requestOf([user('Add.'), assistantCalls(calls), ...calls.map(answerTo)]);
    await chat.answer({ ...request, functions: [] }, model.ask, signal);
    const told = model.lastHeard;
    assert.deepEqual((await chat.answer(request, model.ask, signal)).calls, []);
    assert.equal(model.lastHeard, told);
  });

  it('gives the model findTools where not all signatures fit, and answers it without the client', async () => {
    const search: PlayedAnswer = { calls: [{ name: 'findTools', input: { query: 'add numbers' } }] };
    const { trips, model } = await converse([search, { text: 'Found.' }], {
      chat: chatOf(files(), { tokens: 40 }),
    });
    const offered = (model.heard[0]?.tools ?? []).map(
      (tool) => tool['function'] as { readonly name: string; readonly description: string },
    );
    assert.deepEqual(
      offered.map(({ name }) => name),
      ['executeCode', 'findTools', 'ask_user'],
    );
    const [head, ...signatures] = offered[0]?.description.split('\n').slice(-3) ?? [];
    assert.match(head ?? '', /^3 tools; findTools has those /);
    assert.match(signatures.join(' '), /^tools\.functions\.\w+\(.*tools\.functions\.\w+\(/);
    assert.deepEqual(trips, []);
    assert.match(String(model.lastHeard), /tools\.functions\.add\(input: \{ a: number; b: number \}\)/);
  });

  it('asks the model for no title where no run is recorded', async () => {
    const { model } = await converse([{ text: 'Hello.' }]);
    assert.doesNotMatch(JSON.stringify(model.heard[0]?.tools[0]), /"title"/);
  });

  it('tells the model that there is no such tool, and never the client', async () => {
    const { trips, model } = await converse([
      { calls: [{ name: 'payments.add', input: { a: 1, b: 2 } }] },
      { text: 'Sorry.' },
    ]);
    assert.deepEqual(trips, []);
    const [made, told] = model.heard[1]?.messages.slice(-2) ?? [];
    assert.match(JSON.stringify(made), /"name":"payments_add"/);
    assert.equal(
      told?.['content'],
      'There is no tool "payments_add". Call executeCode with code that calls tools as tools.functions.<tool>({ ... }).',
    );
  });

  it('makes the calls beside one of no tool, and tells the model of both', async () => {
    const calls = [
      { name: 'nothing', input: {} },
      { name: 'functions.ask_user', input: { question: 'Why?' } },
    ];
    const { trips, model } = await converse([{ calls }, { text: 'ok' }]);
    assert.deepEqual(
      trips.map((trip) => trip.map(({ name }) => name)),
      [['ask_user']],
    );
    assert.deepEqual(
      model.heard[1]?.messages.slice(-2).map(({ content }) => content),
      [
        'There is no tool "nothing". Call executeCode with code that calls tools as tools.functions.<tool>({ ... }).',
        'words of ask_user',
      ],
    );
  });

  it('gives the model the tools as they are after three calls of no tool', async () => {
    const wrong: PlayedAnswer = { calls: [{ name: 'nothing', input: {} }] };
    const { model } = await converse([wrong, wrong, wrong, { text: 'Sorry.' }]);
    assert.deepEqual(
      model.heard.map(({ asTools }) => asTools),
      [false, false, false, true],
    );
  });

  it('ends a request in which the model goes on calling no tool', async () => {
    const model = new PlayedModel(
      Array.from({ length: 20 }, () => ({ calls: [{ name: 'nothing', input: {} }] })),
    );
    await assert.rejects(chatOf(files()).answer(requestOf([user('Add.')]), model.ask, signal), ChatError);
    assert.equal(model.heard.length, 12);
  });

  it('sends one call at a time of several within one to a client that wants no parallel ones', async () => {
    const add = { recipient_name: 'functions.add', parameters: { a: 1, b: 2 } };
    const model = new PlayedModel([
      { calls: [{ name: 'multi_tool_use.parallel', input: { tool_uses: [add, add] } }] },
    ]);
    const { calls } = await chatOf(files()).answer(
      { ...requestOf([user('Add.')]), parallel: false },
      model.ask,
      signal,
    );
    assert.deepEqual(
      calls.map(({ name, text }) => [name, text]),
      [['add', '{"a":1,"b":2}']],
    );
  });

  const adding = {
    name: 'executeCode',
    input: { code: 'return await tools.functions.add({ a: 1, b: 2 });' },
  };
  for (const [where, more, others] of [
    ['alone', [], []],
    ['beside a script, in the trip of its calls', [adding], ['add {"a":1,"b":2}']],
  ] as const) {
    it(`gives the client a call without arguments as JSON ${where}`, async () => {
      const { trips } = await converse([
        { calls: [{ name: 'ask_user', input: '' }, ...more] },
        { text: 'ok' },
      ]);
      assert.deepEqual(
        trips.map((trip) => trip.map(({ name, text }) => `${name} ${text}`)),
        [['ask_user {}', ...others]],
      );
    });
  }

  it("ends where a call of the client's own tool is cut off", async () => {
    const model = new PlayedModel([
      { calls: [{ name: 'ask_user', input: '{"question":"W' }], finish: 'length' },
    ]);
    const answer = await chatOf(files()).answer(requestOf([user('Ask.')]), model.ask, signal);
    assert.deepEqual(answer, { calls: [], finishReason: 'length' });
  });

  for (const [finish, input] of [
    ['length', ''],
    ['max_tokens', '{"code'],
    ['content_filter', '{"code'],
  ] as const) {
    it(`ends with ${finish} where a call has only ${JSON.stringify(input)} for that reason`, async () => {
      const model = new PlayedModel([{ calls: [{ name: 'executeCode', input }], finish }]);
      const answer = await chatOf(files()).answer(requestOf([user('Add.')]), model.ask, signal);
      assert.deepEqual([answer, model.heard.length], [{ calls: [], finishReason: finish }, 1]);
    });
  }

  it('ends where only the last of several calls is cut off, and makes none of them', async () => {
    const calls = [
      { name: 'executeCode', input: { code: 'return await tools.functions.add({ a: 1, b: 2 });' } },
      { name: 'executeCode', input: '{"code":"return aw' },
    ];
    const model = new PlayedModel([{ calls, finish: 'length' }]);
    const answer = await chatOf(files()).answer(requestOf([user('Add.')]), model.ask, signal);
    assert.deepEqual(answer, { calls: [], finishReason: 'length' });
  });

  it('runs a script that is whole where the answer was cut off after it', async () => {
    const calls = [{ name: 'executeCode', input: { code: 'return 6;' } }];
    const { model } = await converse([{ calls, finish: 'length' }, { text: 'Six.' }]);
    assert.equal(model.lastHeard, '6');
  });

  it('ends a request in which the model writes one script after another', async () => {
    const model = new PlayedModel(Array.from({ length: 20 }, () => script('return 1;')));
    const isRefused = (error: unknown) =>
      error instanceof ChatError && JSON.stringify(error.body).includes('"too_many_scripts"');
    await assert.rejects(chatOf(files()).answer(requestOf([user('Add.')]), model.ask, signal), isRefused);
    assert.equal(model.heard.length, 12);
  });
});
