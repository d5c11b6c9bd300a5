// Tests scripts of a chat in the list of runs: each is one run from its first step to its end, however many steps it
// takes.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import type { RunJournal } from '../../src/engine/runJournal.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import type { ModelToolCall } from '../../src/models/askModel.ts';
import { CodeChat } from '../../src/models/stateless/codeChat.ts';
import type { RunRecord } from '../../src/journal/record/runRecord.ts';
import type { RunStore } from '../../src/journal/runStore.ts';
import {
  ScriptRecords,
  type ScriptAbout,
  type ScriptRecordsOptions,
} from '../../src/models/stateless/scriptRecords.ts';
import { TurnFiles } from '../../src/models/stateless/turnFiles.ts';
import { TurnRunner } from '../../src/models/stateless/turnRunner.ts';
import {
  answerTo,
  assistantCalls,
  PlayedModel,
  requestOf,
  script,
  type PlayedAnswer,
} from '../fakes/codeChatClient.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { freshFolder } from '../fakes/temporaryFolder.ts';
import { sharedEngine } from '../fakes/testEngine.ts';
import { chatOptions, user } from './chatBed.ts';

const sequential = `console.log('begun');
const { sum } = await tools.functions.add({ a: 1, b: 2 });
console.log('first', sum, await codemode.search('add').then(({ length }) => length > 0));
return (await tools.functions.add({ a: sum, b: sum })).sum;`;
const parallel = `const order = [];
await Promise.all([1, 2, 3].map(async (a) => order.push((await tools.functions.add({ a, b: Math.random() > 2 ? 1 : 0 })).sum)));
await new Promise((resolve) => setTimeout(resolve, 1_000));
return [order, Date.now(), crypto.randomUUID()];`;

describe('scripts of a chat among the runs', () => {
  let store: RunStore;
  const test = sharedEngine([]);
  beforeEach(() => {
    store = runStoreIn(folder.path);
  });
  afterEach(() => store.dispose());
  const folder = freshFolder('code-mode-runs-');

  const { signal } = new AbortController();
  const turns = () => new TurnFiles({ folder: folder.path, writes: () => false, log: () => undefined });
  const recordsOf = (options: Partial<ScriptRecordsOptions> = {}) =>
    new ScriptRecords({ journal: store.journal, ...options });
  /** Opens a chat as a new window does. */
  const chatOf = (records: ScriptRecords, kept = turns()) =>
    new CodeChat(new TurnRunner({ ...chatOptions(test, kept), records }));
  const about = { name: 'The model', title: 'Add it up.\nPlease.' };

  class Chat {
    readonly messages: JsonObject[] = [user('Add.')];
    chat: CodeChat;
    readonly #model: PlayedModel;

    constructor(chat: CodeChat, answers: readonly PlayedAnswer[]) {
      this.chat = chat;
      this.#model = new PlayedModel(answers);
    }

    get heard(): unknown {
      return this.#model.lastHeard;
    }

    /** The tools that the model was offered last. */
    get offered(): unknown {
      return this.#model.heard.at(-1)?.tools;
    }

    /** One request. */
    async ask(of = signal, said: ScriptAbout = about): Promise<readonly ModelToolCall[]> {
      const { calls } = await this.chat.answer(
        { ...requestOf(this.messages), about: said },
        this.#model.ask,
        of,
      );
      return calls;
    }

    answer(calls: readonly ModelToolCall[], order = calls): void {
      this.messages.push(assistantCalls(calls), ...order.map(answerTo));
    }

    async toEnd(said = about): Promise<void> {
      for (let calls = await this.ask(signal, said); calls.length > 0; calls = await this.ask(signal, said))
        this.answer(calls);
    }
  }

  function runIn(journal: RunJournal): Promise<RunOutcome> {
    const engine = test.engine.over(test.catalog, { journal });
    return engine.execute({
      code: 'return 1;',
      origin: { door: 'provider' },
      session: 'a step',
      approver: new RecordingApprover(),
      signal,
    });
  }

  async function only(): Promise<RunRecord> {
    const runs = await store.list();
    assert.equal(runs.length, 1, JSON.stringify(runs));
    const record = await store.read(runs[0]?.id ?? '');
    assert.ok(record);
    return record;
  }

  it('are one run each, with all that they did, once', async () => {
    await new Chat(chatOf(recordsOf()), [script(sequential), { text: 'Six.' }]).toEnd();
    const run = await only();
    assert.deepEqual(
      [run.door, run.name, run.title, run.state, run.calls, run.writes, run.value],
      ['provider', 'The model', 'Add it up.', 'done', 2, 2, { v: 6 }],
    );
    assert.deepEqual(
      run.callList.map(({ path, input, output, state, decision }) => [
        path,
        input,
        output,
        state,
        decision?.by,
      ]),
      [
        ['tools.functions.add', { v: { a: 1, b: 2 } }, { v: { sum: 3 } }, 'finished', 'client'],
        ['codemode.search', run.callList[1]?.input, run.callList[1]?.output, 'finished', undefined],
        ['tools.functions.add', { v: { a: 3, b: 3 } }, { v: { sum: 6 } }, 'finished', 'client'],
      ],
    );
    const texts = run.output.map((entry) =>
      entry.kind === 'log' && 'v' in entry.text ? entry.text.v : entry.kind,
    );
    assert.deepEqual(texts, ['begun', 'first 3 true']);
  });

  it('are on while their client has calls to make', async () => {
    const begun: string[] = [];
    const chat = new Chat(
      chatOf(recordsOf({ onBegun: (id) => [() => begun.pop(), begun.push(id)][0] as () => void })),
      [script(sequential), { text: 'Six.' }],
    );
    chat.answer(await chat.ask());
    const run = await only();
    assert.deepEqual(
      [run.state, run.callList.map(({ state }) => state), begun],
      ['running', ['unknown'], [run.id]],
    );
    await chat.toEnd();
    assert.deepEqual([(await only()).state, begun], ['done', []]);
  });

  it('are replayed to the same result, in the order in which their answers came', async () => {
    const chat = new Chat(chatOf(recordsOf()), [script(parallel), { text: 'Done.' }]);
    const calls = await chat.ask();
    chat.answer(calls, calls.toReversed());
    await chat.toEnd();
    const run = await only();
    const replayed = await store.past.replay(test.engine, run.id, { signal });
    assert.deepEqual(replayed.errors, []);
    assert.deepEqual({ v: replayed.value }, run.value);
    assert.deepEqual((replayed.value as unknown[])[0], [3, 2, 1]);
  });

  it('are recorded where they are refused before they run', async () => {
    await new Chat(chatOf(recordsOf()), [script('return (;'), { text: 'I see.' }]).toEnd();
    const { state, errors, callList } = await only();
    assert.deepEqual([state, errors[0]?.code, callList], ['failed', 'syntax_error', []]);
  });

  it('have a failure of a tool as the failure of a call', async () => {
    const chat = new Chat(chatOf(recordsOf()), [
      script('await tools.functions.getText({});'),
      { text: 'I see.' },
    ]);
    const [call] = await chat.ask();
    assert.ok(call);
    chat.messages.push(assistantCalls([call]), {
      role: 'tool',
      tool_call_id: call.id,
      content: 'Error: not found',
    });
    await chat.toEnd();
    const { state, callList, failedCalls } = await only();
    assert.deepEqual([state, callList[0]?.state, failedCalls], ['failed', 'failed', 1]);
  });

  it('are cancelled where the conversation goes on without answers', async () => {
    const chat = new Chat(chatOf(recordsOf()), [script(sequential), { text: 'Fine.' }]);
    chat.messages.push(assistantCalls(await chat.ask()), user('Never mind.'));
    await chat.toEnd();
    const { state, errors, callList } = await only();
    assert.deepEqual([state, callList[0]?.state], ['cancelled', 'unknown']);
    assert.match(errors[0]?.message ?? '', /^The conversation went on /);
  });

  it('are cancelled where no answer comes', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const chat = new Chat(chatOf(recordsOf({ idleMs: 1, onBegun: () => () => resolve(undefined) })), [
      script(sequential),
    ]);
    await chat.ask();
    await promise;
    assert.equal((await only()).state, 'cancelled');
  });

  it('go no further where the user cancels the run, and the model hears of it', async () => {
    let cancel = () => {};
    const records = recordsOf({ onBegun: (_id, stop) => ((cancel = stop), () => undefined) });
    const chat = new Chat(chatOf(records), [script(sequential), { text: 'Fine.' }]);
    chat.answer(await chat.ask());
    cancel();
    assert.deepEqual(await chat.ask(), []);
    const { state, errors } = await only();
    assert.deepEqual([state, errors[0]?.message], ['cancelled', 'Cancelled by the user.']);
    assert.match(String(chat.heard), /cancelled[^]*tools\.functions\.add/i);
  });

  it('are cancelled where the chat is stopped while a step runs', async () => {
    const stop = new AbortController();
    const records = recordsOf({ onBegun: () => (stop.abort(), () => undefined) });
    const chat = new Chat(chatOf(records), [script('for (;;) await tools.functions.getText({});')]);
    await assert.rejects(chat.ask(stop.signal));
    assert.equal((await only()).state, 'cancelled');
  });

  it('have the end of their run where more run at once than may wait', async () => {
    const running = new Set<string>();
    const records = recordsOf({ onBegun: (id) => (running.add(id), () => void running.delete(id)) });
    const [first] = Array.from({ length: 101 }, (_step, number) => records.step(`script ${number}`, about));
    assert.ok(first);
    first.ended(await runIn(first.journal));
    const { state, value } = await only();
    assert.deepEqual([state, value, running.size], ['done', { v: 1 }, 0]);
  });

  it('are not begun once the conversation has gone on', async () => {
    const records = recordsOf();
    const step = records.step('script', about);
    assert.ok(step);
    records.abandon('script');
    step.ended(await runIn(step.journal));
    assert.deepEqual(await store.list(), []);
  });

  it('have a second record, as whole as the first, where they go on in another window', async () => {
    const kept = turns();
    const first = recordsOf();
    const chat = new Chat(chatOf(first, kept), [script(sequential), { text: 'Six.' }]);
    chat.answer(await chat.ask());
    first[Symbol.dispose]();
    chat.chat = chatOf(recordsOf(), kept);
    await chat.toEnd();
    const [second, before] = await store.list();
    assert.deepEqual([second?.state, second?.calls, before?.calls], ['done', 2, 1]);
  });

  it('are not recorded again when an earlier one is shown to the model', async () => {
    const kept = turns();
    const chat = new Chat(chatOf(recordsOf(), kept), [
      script(sequential),
      { text: 'Six.' },
      { text: 'Yes.' },
    ]);
    await chat.toEnd();
    // The files of turns are gone, as when values are not kept.
    chat.chat = chatOf(recordsOf(), kept);
    chat.messages.push({ role: 'assistant', content: 'Six.' }, user('Really?'));
    await chat.toEnd();
    assert.equal((await store.list()).length, 1);
  });

  it('are not recorded where nothing is', async () => {
    store = runStoreIn(folder.path, { mode: () => 'off' });
    await new Chat(chatOf(recordsOf()), [script(sequential), { text: 'Six.' }]).toEnd();
    assert.deepEqual(await store.list(), []);
  });

  it('hide what is secret, in the words of the chat, too', async () => {
    store = runStoreIn(folder.path, { secrets: ['sk-1234567890'], redact: ['functions.add: $.sum'] });
    const chat = new Chat(chatOf(recordsOf()), [script(sequential), { text: 'Six.' }]);
    await chat.toEnd({ ...about, title: 'Add with sk-1234567890' });
    const { title, callList } = await only();
    assert.equal(title, 'Add with •••');
    assert.match(JSON.stringify(callList[0]?.output), /"sum":"•••"/);
  });

  it('have no words where metadata alone is recorded', async () => {
    store = runStoreIn(folder.path, { mode: () => 'metadata' });
    await new Chat(chatOf(recordsOf()), [script(sequential), { text: 'Six.' }]).toEnd();
    const { title, calls, state } = await only();
    assert.deepEqual([title, calls, state], ['', 2, 'done']);
  });

  it('have the title that the model gives, in place of what the user asked for', async () => {
    const titled: PlayedAnswer = {
      calls: [{ name: 'executeCode', input: { code: sequential, title: 'Add twice' } }],
    };
    const chat = new Chat(chatOf(recordsOf()), [titled, { text: 'Six.' }]);
    await chat.toEnd();
    assert.equal((await only()).title, 'Add twice');
    assert.match(
      JSON.stringify(chat.offered),
      /"title":\{"type":"string","description":"What the script is for, at most 80 characters/,
    );
  });
});
