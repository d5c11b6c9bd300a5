// Tests a chat whose model is asked in stages, over tools that the chat calls: each transition between stages, from one
// request of the chat to the next.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import type { ModelToolCall } from '../../src/models/askModel.ts';
import { CodeChat } from '../../src/models/stateless/codeChat.ts';
import { ScriptRecords } from '../../src/models/stateless/scriptRecords.ts';
import { StagedChat, type StagedView } from '../../src/models/stateless/stagedChat.ts';
import { stageLine } from '../../src/models/stateless/toldHistory.ts';
import type { Spared } from '../../src/engine/usage/sparedCalls.ts';
import { TurnFiles } from '../../src/models/stateless/turnFiles.ts';
import { TurnRunner } from '../../src/models/stateless/turnRunner.ts';
import {
  answerTo,
  assistantCalls,
  PlayedModel,
  requestOf,
  toolNames,
  type PlayedAnswer,
} from '../fakes/codeChatClient.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { sharedFolder } from '../fakes/temporaryFolder.ts';
import { sharedEngine } from '../fakes/testEngine.ts';
import { chatOptions, sequential, user } from './chatBed.ts';

const choose = (...tools: readonly string[]): PlayedAnswer => ({
  calls: [{ name: 'choose_tools', input: { reasoning: 'they fit', tools: [...tools] } }],
});
const write = (code: string): PlayedAnswer => ({ calls: [{ name: 'run_script', input: { code } }] });
const wrong = 'return await tools.functions.subtract({ a: 1 });';

describe('a chat in stages', () => {
  const folder = sharedFolder('code-mode-turns-');
  const test = sharedEngine([]);

  const spared: Spared[] = [];
  const files = () =>
    new TurnFiles({ folder: folder.path, writes: () => true, log: (line) => assert.ok(false, line) });
  const runnerOf = (turns: TurnFiles, records?: ScriptRecords) =>
    new TurnRunner({
      ...chatOptions(test, turns),
      ...(records && { records }),
      onSpared: (one) => void spared.push(one),
    });
  const stagedChat = (turns = files()) => new StagedChat(runnerOf(turns));
  const { signal } = new AbortController();

  class View implements StagedView {
    readonly lines: string[] = [];
    readonly texts: string[] = [];
    readonly onProgress = (line: string) => void this.lines.push(line);
    readonly onText = (piece: string) => void this.texts.push(piece);
  }

  interface Conversed {
    /** Returns the chat for each request. */
    readonly chatOf?: () => StagedChat;
    readonly messages?: JsonObject[];
  }

  /** Continues until the model answers in words. Returns the calls of each trip and all messages. */
  async function converse(
    answers: readonly PlayedAnswer[],
    { chatOf, messages = [user('Add.')] }: Conversed = {},
  ) {
    const [model, view, one] = [new PlayedModel(answers), new View(), stagedChat()];
    const trips: (readonly ModelToolCall[])[] = [];
    for (;;) {
      const { calls } = await (chatOf?.() ?? one).answer(requestOf(messages), model.ask, view, signal);
      if (calls.length === 0) return { trips, model, messages, view };
      trips.push(calls);
      messages.push(
        { ...assistantCalls(calls), content: `${stageLine} Chose something` },
        ...calls.map(answerTo),
      );
    }
  }
  const inputs = (trips: readonly (readonly ModelToolCall[])[]) =>
    trips.map((calls) => calls.map(({ name, text }) => `${name} ${text}`).join());
  const asked = ({ heard }: PlayedModel) => heard.map((request) => toolNames(request).join());
  const lastText = ({ heard }: PlayedModel) => JSON.stringify(heard.at(-1)?.messages.at(-1));

  it('has one run for its script, with the stages before it and those that follow', async () => {
    const store = runStoreIn(join(folder.path, 'runs'));
    const chat = new StagedChat(runnerOf(files(), new ScriptRecords({ journal: store.journal })));
    const model = new PlayedModel([choose('add'), write(sequential), { text: 'Six.' }]);
    const messages = [user('Add.')];
    for (let trip = 0; trip < 3; trip += 1) {
      const { calls, followed } = await chat.answer(
        { ...requestOf(messages), about: { name: 'The model' } },
        model.ask,
        new View(),
        signal,
      );
      if (followed) await store.addStages(followed.run, followed.stages);
      if (calls.length > 0)
        messages.push(
          { ...assistantCalls(calls), content: `${stageLine} Chose something` },
          ...calls.map(answerTo),
        );
    }
    const runs = await store.list();
    const record = await store.read(runs[0]?.id ?? '');
    assert.deepEqual([runs.length, record?.state, record?.calls], [1, 'done', 2]);
    assert.deepEqual(
      record?.stages.map(({ stage }) => stage),
      ['select', 'write', 'interpret'],
    );
    await store.dispose();
  });

  it('counts what its script spared the model, once', async () => {
    spared.length = 0;
    await converse([choose('add'), write(sequential), { text: 'Six.' }]);
    assert.deepEqual(spared, [{ sparedCalls: 1, unreadBytes: 17 }]);
  });

  it('chooses, writes, lets the chat make the calls trip by trip, and interprets', async () => {
    const { trips, model, view } = await converse([choose('add'), write(sequential), { text: 'Six.' }]);
    assert.deepEqual(inputs(trips), ['add {"a":1,"b":2}', 'add {"a":3,"b":3}']);
    assert.deepEqual(asked(model), ['choose_tools', 'run_script', '']);
    assert.match(lastText(model), /Its result \(data, no instructions\):\\n6/);
    assert.deepEqual(view.lines, ['Chose tools.functions.add: they fit']);
  });

  it('goes on in another process', async () => {
    const turns: TurnFiles[] = [];
    const folderOf = () => {
      turns.push(files());
      return stagedChat(turns.at(-1));
    };
    const model = new PlayedModel([choose('add'), write(sequential), { text: 'Six.' }]);
    const messages = [user('Add.')];
    for (;;) {
      const { calls } = await folderOf().answer(requestOf(messages), model.ask, new View(), signal);
      await turns.at(-1)?.dispose();
      if (calls.length === 0) break;
      messages.push(assistantCalls(calls), ...calls.map(answerTo));
    }
    assert.equal(model.heard.length, 3);
    assert.match(lastText(model), /instructions\):\\n6/);
  });

  it('goes on where the chat adds instructions to the answers', async () => {
    const chat = stagedChat();
    const model = new PlayedModel([choose('add'), write(sequential)]);
    const { calls } = await chat.answer(requestOf([user('Add.')]), model.ask, new View(), signal);
    const instructions = { role: 'system', content: 'Be brief.' };
    const messages = [user('Add.'), assistantCalls(calls), ...calls.map(answerTo), instructions];
    const next = await chat.answer(requestOf(messages), model.ask, new View(), signal);
    assert.deepEqual(inputs([next.calls]), ['add {"a":3,"b":3}']);
  });

  it('gives a wrong script back once', async () => {
    const { model, trips } = await converse([
      choose('add'),
      write(wrong),
      write(sequential),
      { text: 'Six.' },
    ]);
    assert.deepEqual(asked(model), ['choose_tools', 'run_script', 'run_script', '']);
    assert.match(JSON.stringify(model.heard[2]?.messages), /last script was not run/);
    assert.equal(trips.length, 2);
  });

  it('calls the tools plainly, round after round, after two wrong scripts', async () => {
    const add = (a: number): PlayedAnswer => ({ calls: [{ name: 't1_add', input: { a, b: 1 } }] });
    const { model, trips } = await converse([
      choose('add'),
      write(wrong),
      write(wrong),
      add(1),
      add(2),
      { text: 'Three.' },
    ]);
    assert.deepEqual(inputs(trips), ['add {"a":1,"b":1}', 'add {"a":2,"b":1}']);
    assert.deepEqual(asked(model), [
      'choose_tools',
      'run_script',
      'run_script',
      't1_add',
      't1_add',
      't1_add',
    ]);
    assert.match(lastText(model), /\\"sum\\":3/);
  });

  it('shows the results where the model does not put them into words', async () => {
    const { view } = await converse([choose('add'), write('return 6 * 7;'), { text: '' }]);
    assert.match(view.texts.join(''), /put the results into words[^]*42/);
  });

  it('throws what the model failed with', async () => {
    const fails = () => Promise.reject(new Error('The key is wrong.'));
    await assert.rejects(
      stagedChat().answer(requestOf([user('Add.')]), fails, new View(), signal),
      /The key is wrong\./,
    );
  });

  it('tells the model in words what was done before, without the lines of its stages', async () => {
    // One store, because the file of a turn may not be written yet.
    const turns = files();
    const chatOf = () => stagedChat(turns);
    const { messages } = await converse([choose('add'), write(sequential), { text: 'Six.' }], { chatOf });
    const later = [...messages, { role: 'assistant', content: 'Six.' }, user('Sure?')];
    const { model } = await converse([choose(), { text: 'Yes.' }], { chatOf, messages: later });
    const told = model.heard[0]?.messages ?? [];
    assert.deepEqual(
      told.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant', 'user'],
    );
    assert.match(JSON.stringify(told[1]), /I ran this script/);
    assert.match(JSON.stringify(told[2]), /What came of it \(.*\):\\n6/);
    assert.doesNotMatch(JSON.stringify(told), /Chose something|tool_calls/);
  });

  it('is told to a model that writes code as the script and its result', async () => {
    const turns = files();
    const { messages } = await converse([choose('add'), write(sequential), { text: 'Six.' }], {
      chatOf: () => stagedChat(turns),
    });
    const model = new PlayedModel([{ text: 'Yes.' }]);
    await new CodeChat(runnerOf(turns)).answer(requestOf([...messages, user('Sure?')]), model.ask, signal);
    const result = model.heard[0]?.messages.find(({ role }) => role === 'tool');
    assert.equal(result?.['content'], '6');
    assert.doesNotMatch(JSON.stringify(model.heard[0]?.messages), /choose_tools/);
  });

  it('begins anew, with what was called so far, where a chosen tool is gone', async () => {
    const messages = [user('Add.')];
    const model = new PlayedModel([choose('add'), write(sequential), choose(), { text: 'It is gone.' }]);
    const chat = stagedChat();
    const { calls } = await chat.answer(requestOf(messages), model.ask, new View(), signal);
    const request = requestOf([...messages, assistantCalls(calls), ...calls.map(answerTo)]);
    const functions = request.functions.filter(({ name }) => name !== 'add');
    const { calls: none } = await chat.answer({ ...request, functions }, model.ask, new View(), signal);
    assert.deepEqual(none, []);
    assert.match(
      JSON.stringify(model.heard[2]?.messages.at(-1)),
      /Done for it so far:.*tools\.functions\.add/,
    );
  });

  it('ends with the request', async () => {
    const ends = new AbortController();
    const hangs = () => {
      ends.abort();
      return new Promise<never>(() => undefined);
    };
    await assert.rejects(stagedChat().answer(requestOf([user('Add.')]), hangs, new View(), ends.signal), {
      name: 'AbortError',
    });
  });
});
