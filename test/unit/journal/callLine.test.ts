// Tests the lines of a record for calls, and for the start and the end of a script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { RunRecorder } from '../../../src/engine/runJournal.ts';
import { defaultLimits, type CallReply, type GuestCall } from '../../../src/sandbox/host/sandboxPort.ts';
import { eventsFile } from '../../../src/journal/record/runFolder.ts';
import { done, freshRuns } from '../../fakes/runStoreIn.ts';
import { toolFailure } from '../../fakes/startedRun.ts';

const call = {
  target: 'tool',
  sequence: 1,
  server: 'a"b',
  tool: 'read',
  form: 'raw',
  input: { id: 7 },
} as const satisfies GuestCall;
const tool = { path: 'tools.a"b.read', server: 'a"b', tool: 'read', writes: false };
const reply: CallReply = { ok: true, value: { text: 'seven' } };
const finished = { sequence: 1, ...tool, state: 'finished', ms: 1 } as const;

describe('the lines of a call', () => {
  const runs = freshRuns();
  let id: string;
  let recorder: RunRecorder;
  beforeEach(() => {
    ({ id, recorder } = runs.begin());
    recorder.called(call);
    recorder.decided(1, tool, { allowed: true, by: 'readOnly' });
    void recorder.sending(1, false);
  });

  /** Returns the kinds of the lines, without the first and the last. */
  async function lines(): Promise<readonly string[]> {
    recorder.ended(done);
    await runs.store.list();
    const texts = readFileSync(eventsFile(runs.folder, id), 'utf8').trimEnd().split('\n');
    return texts.slice(1, -1).map((text) => (JSON.parse(text) as { t: string }).t);
  }
  async function recordedCall() {
    const { callList } = (await runs.store.read(id)) ?? {};
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

  it('are one for the call, one for its sending with what allowed it, and one for its answer', async () => {
    recorder.answered(1, reply, finished);
    assert.deepEqual(await lines(), ['call', 'sent', 'answer']);
    assert.deepEqual(await recordedCall(), expected);
  });

  it('tell why it failed', async () => {
    recorder.answered(
      1,
      { ok: false, error: toolFailure({ message: 'no such id' }) },
      { ...finished, state: 'failed' },
    );
    const [found] = (await runs.store.read(id))?.callList ?? [];
    assert.deepEqual([found?.state, found?.error?.message], ['failed', 'no such id']);
  });
});

describe('the line of a script', () => {
  const runs = freshRuns();

  it('has the kept results that the script could read, short and long', async () => {
    const { id, recorder } = runs.begin();
    recorder.scriptStarted({
      names: {},
      results: { r1: 'short', r2: 'long'.repeat(10_000), r3: [1] },
      limits: defaultLimits,
      typeCheck: 'error',
    });
    recorder.ended(done);
    const { results = {} } = (await runs.store.read(id))?.script ?? {};
    assert.deepEqual(
      [Object.keys(results), results['r1'], results['r3']],
      [['r1', 'r2', 'r3'], { v: 'short' }, { v: [1] }],
    );
    assert.ok(results['r2'] && 'file' in results['r2']);
  });
});

describe('the end of a run that was cut off', () => {
  const runs = freshRuns();

  it('is in its record, with the calls that were left open, however many these are', async () => {
    const { id, recorder } = runs.begin();
    const calls = Array.from({ length: 16_000 }, (_, index) => {
      return { ...tool, sequence: index + 1, writes: true, state: 'unknown', ms: 1_000 } as const;
    });
    for (const { sequence } of calls) recorder.called({ ...call, sequence });
    recorder.ended({ ...done, ok: false, errors: [{ code: 'timeout', message: 'late' }], calls });
    const { state, notWhole, callList } = (await runs.store.read(id)) ?? {};
    const last = callList?.at(-1);
    assert.deepEqual([state, notWhole], ['failed', undefined]);
    assert.deepEqual([last?.call, last?.writes, last?.waitedMs], [16_000, true, 1_000]);
  });
});
