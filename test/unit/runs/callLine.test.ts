// How a record tells of calls: a read takes one line where it is answered soon, else one more; what it says is the same.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecorder } from '../../../src/engine/runJournal.ts';
import { defaultLimits, type CallReply, type GuestCall } from '../../../src/sandbox/host/sandboxPort.ts';
import { eventsOfLine } from '../../../src/runs/eventsOfLine.ts';
import type { RunStore } from '../../../src/runs/runStore.ts';
import { done, runOf, runStoreIn } from '../../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const call: GuestCall = { target: 'tool', sequence: 1, server: 'a"b', tool: 'read', form: 'raw', input: { id: 7 } };
const tool = { path: 'tools.a"b.read', server: 'a"b', tool: 'read', writes: false };
const reply: CallReply = { ok: true, value: { text: 'seven' } };
const finished = { sequence: 1, ...tool, state: 'finished', ms: 1 } as const;

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
      ...{ call: 1, target: 'tool', server: 'a"b', name: 'read', form: 'raw', path: tool.path, writes: false, state: 'finished' },
      ...{ progress: [], input: { v: { id: 7 } }, output: { v: { text: 'seven' } }, order: true },
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
    const error = { code: 'tool_failed', server: 'a"b', tool: 'read', message: 'no such id', retryable: false, content: [] } as const;
    recorder.answered(1, { ok: false, error }, { ...finished, state: 'failed' });
    assert.deepEqual(await lines(), ['read', 'answer']);
    const [found] = (await store.read(recorder.id ?? ''))?.callList ?? [];
    assert.deepEqual([found?.state, found?.error?.message], ['failed', 'no such id']);
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
