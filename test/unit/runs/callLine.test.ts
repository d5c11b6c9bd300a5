// How a record tells of calls: a read takes one line where it is answered soon, else one more; what it says is the same.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../../src/base/json.ts';
import type { RunRecorder } from '../../../src/engine/runJournal.ts';
import { defaultLimits, type CallReply, type GuestCall } from '../../../src/sandbox/host/sandboxPort.ts';
import { eventsOfLine } from '../../../src/runs/eventsOfLine.ts';
import type { RunStore } from '../../../src/runs/runStore.ts';
import { done, runOf, runStoreIn } from '../../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const call = { target: 'tool', sequence: 1, server: 'a"b', tool: 'read', form: 'raw', input: { id: 7 } } as const satisfies GuestCall;
const tool = { path: 'tools.a"b.read', server: 'a"b', tool: 'read', writes: false };
const reply: CallReply = { ok: true, value: { text: 'seven' } };
const finished = { sequence: 1, ...tool, state: 'finished', ms: 1 } as const;

const failure = { code: 'tool_failed', server: 'a"b', tool: 'read', message: 'no such id', retryable: false, content: [] } as const;

describe('the lines of a call', () => {
  let folder: TemporaryFolder;
  let store: RunStore;
  let recorder: RunRecorder;

  beforeEach(() => {
    folder = new TemporaryFolder('code-mode-lines-');
    store = runStoreIn(folder.path);
    const begun = store.journal.begin(runOf('return 1'));
    assert.ok(begun);
    recorder = begun;
    recorder.called(call);
    recorder.decided(1, tool, { allowed: true, by: 'readOnly' });
    void recorder.sending(1, false);
  });

  afterEach(async () => {
    await store.dispose();
    folder[Symbol.dispose]();
  });

  const answer = () => recorder.answered(1, reply, finished);
  /** Their kinds, without the first and the last. */
  async function lines(): Promise<readonly string[]> {
    recorder.ended(done);
    await store.list();
    const [file = ''] = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(`${recorder.id}.jsonl`),
    );
    const texts = readFileSync(join(folder.path, file), 'utf8').trimEnd().split('\n');
    return texts.slice(1, -1).map((text) => (JSON.parse(text) as { t: string }).t);
  }
  async function recordedCall() {
    const { callList } = (await store.read(recorder.id ?? '')) ?? {};
    return callList?.map(({ madeAt, sentAt, answeredAt, ...rest }) => ({
      ...rest,
      order: madeAt <= (sentAt ?? -1) && (sentAt ?? 1) <= (answeredAt ?? -1),
    }));
  }
  const expected = [
    {
      call: 1,
      target: 'tool',
      server: 'a"b',
      name: 'read',
      form: 'raw',
      path: tool.path,
      writes: false,
      state: 'finished',
      progress: [],
      input: { v: { id: 7 } },
      output: { v: { text: 'seven' } },
      order: true,
      decision: { allowed: true, by: 'readOnly' },
    },
  ];

  it('are one where it reads and is answered before the line is written', async () => {
    answer();
    assert.deepEqual(await lines(), ['read']);
    assert.deepEqual(await recordedCall(), expected);
  });

  it('are two where the answer comes later, and say the same', async () => {
    await recorder.sending(2, true);
    answer();
    assert.deepEqual(await lines(), ['read', 'sent', 'answer']);
    assert.deepEqual(await recordedCall(), expected);
  });

  it('tell of a read that failed by a line of its own', async () => {
    recorder.answered(1, { ok: false, error: failure }, { ...finished, state: 'failed' });
    assert.deepEqual(await lines(), ['read', 'answer']);
    const [found] = (await store.read(recorder.id ?? ''))?.callList ?? [];
    assert.deepEqual([found?.state, found?.error?.message], ['failed', 'no such id']);
  });
});

describe('the line of reads that follow each other', () => {
  let folder: TemporaryFolder;
  let store: RunStore;

  beforeEach(() => {
    folder = new TemporaryFolder('code-mode-lines-');
    store = runStoreIn(folder.path);
  });

  afterEach(async () => {
    await store.dispose();
    folder[Symbol.dispose]();
  });

  /** Begins a run in which that many calls of the tool are made and sent at once. */
  function begun(count: number, input: (sequence: number) => JsonObject = (id) => ({ id })): RunRecorder {
    const recorder = store.journal.begin(runOf('return 1'));
    assert.ok(recorder);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    for (const sequence of numbers) recorder.called({ ...call, sequence, input: input(sequence) });
    for (const sequence of numbers) {
      recorder.decided(sequence, tool, { allowed: true, by: 'readOnly' });
      void recorder.sending(sequence, false);
    }
    return recorder;
  }
  const answer = (recorder: RunRecorder, sequence: number, value: JsonValue) =>
    recorder.answered(sequence, { ok: true, value }, { ...finished, sequence });
  async function linesOf(recorder: RunRecorder): Promise<readonly string[]> {
    recorder.ended(done);
    await store.list();
    const [file = ''] = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(`${recorder.id}.jsonl`),
    );
    return readFileSync(join(folder.path, file), 'utf8').trimEnd().split('\n').slice(1, -1);
  }
  const kinds = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { t: string }).t);
  const callsOf = async ({ id = '' }: RunRecorder) =>
    (await store.read(id))?.callList.map(({ call: number, state, input, output }) => [number, state, input, output]);

  it('is one for those that are answered before it is written, with what each got', async () => {
    const recorder = begun(3);
    for (const sequence of [2, 3, 1]) answer(recorder, sequence, `answer ${sequence}`);
    assert.deepEqual(kinds(await linesOf(recorder)), ['reads']);
    const expected = [1, 2, 3].map((id) => [id, 'finished', { v: { id } }, { v: `answer ${id}` }]);
    assert.deepEqual(await callsOf(recorder), expected);
  });

  it('leaves a line of its own to a call that is not answered yet, and keeps their order', async () => {
    const recorder = begun(4);
    for (const sequence of [1, 2, 4]) answer(recorder, sequence, sequence);
    recorder.answered(3, { ok: false, error: failure }, { ...finished, sequence: 3, state: 'failed' });
    assert.deepEqual(kinds(await linesOf(recorder)), ['reads', 'read', 'reads', 'answer']);
    assert.deepEqual(
      (await callsOf(recorder))?.map(([number, state]) => [number, state]),
      [1, 2, 3, 4].map((number) => [number, number === 3 ? 'failed' : 'finished']),
    );
  });

  it('leaves a line of its own to a call whose values have a file, or something hidden', async () => {
    const recorder = begun(4, (id) => (id === 2 ? { password: 'hunter2 hunter2' } : { id }));
    for (const sequence of [1, 2, 3, 4]) answer(recorder, sequence, sequence === 3 ? 'long'.repeat(10_000) : 'short');
    const lines = await linesOf(recorder);
    assert.deepEqual(kinds(lines), ['reads', 'read', 'read', 'reads']);
    assert.ok(!lines.join('').includes('hunter2'));
    const [, second, third] = (await callsOf(recorder)) ?? [];
    assert.deepEqual(second?.[2], { v: { password: '•••' }, redacted: true });
    assert.ok(JSON.stringify(third?.[3]).includes('"file"'));
  });

  it('ends where something else happens between the calls', async () => {
    const recorder = begun(2);
    recorder.tick?.([1]);
    recorder.called({ ...call, sequence: 3 });
    recorder.called({ ...call, sequence: 4, tool: 'other' });
    for (const sequence of [1, 2]) answer(recorder, sequence, 'yes');
    assert.deepEqual(kinds(await linesOf(recorder)), ['reads', 'tick', 'call', 'call']);
  });

  const large = {
    'are all escapes': '\u0001'.repeat(16_000),
    'are addresses of networks': Array.from({ length: 800 }, () => 'aa:bb:cc:dd:ee:ff').join(' '),
    'look like fields': 'a:b '.repeat(4_000),
    'look like lists': '[1,2,'.repeat(3_200),
  };
  for (const [what, text] of Object.entries(large)) {
    it(`is never more than can be read back, also where values ${what}`, async () => {
      const recorder = begun(40, (id) => ({ id, text: text.slice(0, id * 400) }));
      for (let sequence = 1; sequence <= 40; sequence += 1) answer(recorder, sequence, text);
      recorder.ended(done);
      await store.list();
      const { notWhole, callList } = (await store.read(recorder.id ?? '')) ?? {};
      assert.deepEqual([notWhole, callList?.length], [undefined, 40]);
    });
  }

  it('stands only for calls of which all, or none, have an input and an answer', async () => {
    const recorder = store.journal.begin(runOf('return 1'));
    assert.ok(recorder);
    const inputs = [{ id: 1 }, null, undefined, undefined, undefined];
    const answers = ['one', null, 'three', undefined, undefined];
    for (const [index, input] of inputs.entries()) recorder.called({ ...call, sequence: index + 1, input });
    for (const [index, value] of answers.entries()) {
      recorder.decided(index + 1, tool, { allowed: true, by: 'readOnly' });
      void recorder.sending(index + 1, false);
      recorder.answered(index + 1, { ok: true, value }, { ...finished, sequence: index + 1 });
    }
    assert.deepEqual(kinds(await linesOf(recorder)), ['reads', 'reads', 'reads']);
    const expected = inputs.map((input, index) => {
      const got = answers[index];
      return [index + 1, 'finished', input === undefined ? undefined : { v: input }, got === undefined ? undefined : { v: got }];
    });
    assert.deepEqual(await callsOf(recorder), expected);
  });

  it('has the moments of each call, of which none is before the one that has to come first', async () => {
    const recorder = begun(40);
    for (let sequence = 40; sequence > 0; sequence -= 1) answer(recorder, sequence, sequence);
    recorder.ended(done);
    await store.list();
    const { callList = [] } = (await store.read(recorder.id ?? '')) ?? {};
    assert.equal(callList.length, 40);
    for (const { madeAt, sentAt = -1, answeredAt = -1 } of callList) assert.ok(madeAt <= sentAt && sentAt <= answeredAt);
  });

  it('says nothing where a column of it is wrong', () => {
    const columns = { call: 7, at: [100, 110], sent: [1, 2], answered: [10, 20], input: { v: [{}, null] }, output: { v: ['a', 'b'] } };
    const line = (change: object) => eventsOfLine({ t: 'reads', server: 'a', name: 'b', ...columns, ...change });
    assert.deepEqual(
      line({}).map((event) => [event.t, 'call' in event && event.call, 'at' in event && event.at]),
      [
        ...[['call', 7, 1] as const, ['sent', 7, 1.01] as const, ['answer', 7, 1.1] as const],
        ...[['call', 8, 1.1] as const, ['sent', 8, 1.12] as const, ['answer', 8, 1.3] as const],
      ],
    );
    assert.equal(line({ input: undefined, output: undefined }).length, 6);
    const many = Array.from({ length: 33 }, () => 1);
    const wrong = [
      ...[{ call: 0 }, { call: '7' }, { call: undefined }, { at: 'now' }, { at: [100] }, { at: [100, -110] }, { at: [100, 'soon'] }],
      ...[{ sent: [1] }, { sent: undefined }, { answered: [10, null] }, { answered: [10, 20, 30] }, { input: {} }, { input: { v: [{}] } }],
      ...[{ input: [{}, {}] }, { output: { v: 'ab' } }, { output: { v: ['a', 'b', 'c'] } }],
      { at: many, sent: many, answered: many, input: undefined, output: undefined },
    ];
    for (const change of wrong) assert.deepEqual(line(change), [], JSON.stringify(change));
  });

  it('says of its calls nothing but what calls have', () => {
    const columns = { call: 1, at: [100], sent: [100], answered: [100] };
    const [made] = eventsOfLine({ t: 'reads', server: 'a', name: 'b', form: 'raw', writes: true, ...columns });
    assert.deepEqual(made, { t: 'call', at: 1, call: 1, target: 'tool', server: 'a', name: 'b', form: 'raw' });
  });
});

describe('the line of a script', () => {
  it('has the kept results that the script could read, short and long', async () => {
    using folder = new TemporaryFolder('code-mode-lines-');
    const store = runStoreIn(folder.path);
    const recorder = store.journal.begin(runOf('return 1'));
    assert.ok(recorder);
    recorder.scriptStarted({
      names: {},
      results: { r1: 'short', r2: 'long'.repeat(10_000), r3: [1] },
      limits: defaultLimits,
      typeCheck: 'error',
    });
    recorder.ended(done);
    const { results = {} } = (await store.read(recorder.id ?? ''))?.script ?? {};
    assert.deepEqual([Object.keys(results), results['r1'], results['r3']], [['r1', 'r2', 'r3'], { v: 'short' }, { v: [1] }]);
    assert.ok(results['r2'] && 'file' in results['r2']);
    await store.dispose();
  });
});

describe('the line of a read', () => {
  const line = { t: 'read', at: 1, call: 1, sent: 2, answered: 3, server: 'a', name: 'b', input: { v: {} }, output: { v: 'yes' } };

  it('says three things', () => {
    assert.deepEqual(
      eventsOfLine(line).map((event) => [event.t, 'at' in event ? event.at : 0]),
      [
        ['call', 1],
        ['sent', 2],
        ['answer', 3],
      ],
    );
  });

  it('says nothing where a part of it is wrong', () => {
    const wrong = [{ sent: 'soon' }, { answered: -1 }, { call: 0 }, { server: undefined }, { name: 7 }, { at: null }];
    for (const change of wrong) assert.deepEqual(eventsOfLine({ ...line, ...change }), [], JSON.stringify(change));
  });

  it('cannot say that the call writes, or was made of anything but a tool', () => {
    const [made, sent] = eventsOfLine({ ...line, t: 'read', target: 'codemode', writes: true, decided: { allowed: false } });
    assert.ok(made?.t === 'call' && sent?.t === 'sent');
    assert.deepEqual([made.target, sent.decided?.writes, sent.decided?.allowed], ['tool', false, true]);
  });
});
