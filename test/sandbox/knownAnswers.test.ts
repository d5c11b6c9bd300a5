// Answers that go to a script of trips with its code: it has them without asking, and the host hears of each call all the same.
import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/catalog/json.ts';
import type { CallReply, GuestCall } from '../../src/sandbox/host/sandboxPort.ts';
import { failure, onProcessEngine, RecordingHandlers, returned, run, toolError, untilAborted } from './sandboxBed.ts';

const conditions = { startedAt: 0, seed: '0'.repeat(64), timeZone: 'UTC', locale: 'en-US' };
const unanswered = (): CallReply => ({ ok: false, error: toolError({ code: 'unanswered' }) });

onProcessEngine('answers that a script has from its start', /^are its answers|^count among/, (sandbox) => {
  const known = (...values: readonly JsonValue[]) => {
    const answers = new Map(values.map((value, at) => [at + 1, value]));
    return { answers, replay: { conditions, ticks: [], then: 'stop' as const, trips: [...answers.keys()] } };
  };
  const sequences = ({ calls }: RecordingHandlers) => calls.map(({ sequence }) => sequence);

  it('are its answers, whatever the host makes of the calls', async () => {
    const handlers = new RecordingHandlers(unanswered);
    const body = 'const { n } = await tools.a.b({ n: 1 }); return [n, await tools.a.c({ n })];';
    assert.deepEqual(await returned(sandbox(), body, { ...known({ n: 7 }, 'last'), handlers }), [7, 'last']);
    assert.deepEqual(
      handlers.calls.map((call) => call.target === 'tool' && [call.tool, call.input]),
      [
        ['b', { n: 1 }],
        ['c', { n: 7 }],
      ],
    );
  });

  it('come to parallel calls in the order of the trips', async () => {
    const body =
      'const order = []; await Promise.all([1, 2, 3].map(async (n) => { await tools.a.b({ n }); order.push(n); })); return order;';
    const { answers, replay } = known('one', 'two', 'three');
    assert.deepEqual(await returned(sandbox(), body, { answers, replay: { ...replay, trips: [3, 1, 2] } }), [3, 1, 2]);
  });

  it('are asked for where the script wants the whole result', async () => {
    const handlers = new RecordingHandlers(() => ({ ok: true, value: 'whole' }));
    assert.equal(await returned(sandbox(), 'return tools.a.b.raw({});', { ...known('value'), handlers }), 'whole');
  });

  it('end where the next call has none', async () => {
    const handlers = new RecordingHandlers((call) => (call.sequence < 3 ? { ok: true, value: null } : unanswered()));
    const { code } = await failure(sandbox(), 'for (;;) await tools.a.b({});', { ...known(1, 2), handlers });
    assert.deepEqual([code, sequences(handlers)], ['recording_ended', [1, 2, 3]]);
  });

  it('are heard of one after another, before what the script does next and before its end', async () => {
    const heard: string[] = [];
    const handlers = new RecordingHandlers(async (call) => {
      await new Promise((resolve) => setImmediate(resolve));
      heard.push(`call ${call.sequence}`);
      return unanswered();
    });
    handlers.log = ({ text }) => heard.push(text);
    const body = 'await Promise.all([tools.a.b({}), tools.a.b({})]); console.log("said"); await tools.a.b({}); return 1;';
    assert.equal(await returned(sandbox(), body, { ...known(1, 2, 3), handlers }), 1);
    assert.deepEqual(heard, ['call 1', 'call 2', 'said', 'call 3']);
  });

  it('do not keep a run from its end where a handler fails', async () => {
    const handlers = new RecordingHandlers();
    handlers.log = () => {
      throw new Error('a bug');
    };
    assert.equal(await returned(sandbox(), 'await tools.a.b({}); console.log(1); return 2;', { ...known(1), handlers }), 2);
  });

  it('count among the calls of the run', async () => {
    const { code } = await failure(sandbox(), 'for (;;) await tools.a.b({});', { ...known(1, 2, 3, 4), limits: { calls: 2 } });
    assert.equal(code, 'call_limit');
  });

  it('come when asked where they are too large', async () => {
    const handlers = new RecordingHandlers(() => ({ ok: true, value: 'asked' }));
    const body = 'return [await tools.a.b({}), await tools.a.b({})];';
    const input = { ...known('x'.repeat(200), 'y'), handlers, limits: { replyBytes: 100 } };
    assert.deepEqual(await returned(sandbox(), body, input), ['asked', 'y']);
  });

  it('let a run be cancelled whose calls nobody hears', async () => {
    const stop = new AbortController();
    const handlers = new RecordingHandlers((call: GuestCall, context) => {
      stop.abort();
      return untilAborted(call, context);
    });
    const outcome = await run(sandbox(), 'return tools.a.b({});', { ...known(1), handlers, signal: stop.signal });
    assert.equal(!outcome.ok && outcome.failure.code, 'cancelled');
  });
});
