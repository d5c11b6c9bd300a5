import assert from 'node:assert/strict';
import { isOfAgent, UsageMeter } from '../../../../src/engine/usage/usageMeter.ts';
import { UsageStore } from '../../../../src/storage/usageStore.ts';
import type { CallRecord } from '../../../../src/engine/runOutcome.ts';

const record: CallRecord = {
  ...{ sequence: 1, server: 'github', tool: 'list', path: 'tools.github.list', state: 'finished', writes: false, ms: 1 },
};
const four = 'abcd';

function bed(agentInstructions = 0) {
  const store = new UsageStore({ folder: undefined, log: () => undefined });
  return {
    store,
    meter: new UsageMeter(
      store,
      () => Promise.resolve({ asTools: 1_000, asCodeMode: 100, agentInstructions }),
      () => 7,
    ),
  };
}

describe('the meter of usage', () => {
  it('counts definitions, texts, and what a script kept out of the chat', async () => {
    const { store, meter } = bed();
    const call = meter.begin('s');
    call.onCallEnded(record, { input: { q: 'x' }, reply: { ok: true, value: 'y'.repeat(398) } });
    await call.ended('agent', four, four);
    const [session] = await store.all();
    assert.deepEqual([session?.requests, session?.ours, session?.definitions], [1, 102, 1_000]);
    assert.equal(session?.servers['github']?.calls, 1);
    assert.equal(session.servers['github'].exchanged, 103);
  });

  it('counts a long answer as what a chat would show of it', async () => {
    const { store, meter } = bed();
    const call = meter.begin('s');
    call.onCallEnded(record, { input: undefined, reply: { ok: true, value: 'y'.repeat(1_000_000) } });
    await call.ended('agent', '', '');
    assert.equal((await store.all())[0]?.servers['github']?.exchanged, 2_000);
  });

  it('counts no call that never left, nor one that was answered from a record', async () => {
    const { store, meter } = bed();
    const call = meter.begin('s');
    call.onCallEnded({ ...record, state: 'not_called' }, { input: undefined, reply: { ok: true, value: 'y' } });
    call.onCallEnded({ ...record, served: true }, { input: undefined, reply: { ok: true, value: 'y' } });
    await call.ended('agent', '', '');
    assert.deepEqual((await store.all())[0]?.servers, {});
  });

  it('counts calls of one answer as one request', async () => {
    const { store, meter } = bed();
    const [first, second] = [meter.begin('s'), meter.begin('s')];
    await second.ended('agent', '', '');
    await first.ended('agent', '', '');
    const [session] = await store.all();
    assert.deepEqual([session?.requests, session?.definitions], [1, 1_000]);
  });

  it('counts the request after a call that was given up', async () => {
    const { store, meter } = bed();
    meter.begin('s')[Symbol.dispose]();
    await meter.begin('s').ended('agent', '', '');
    assert.equal((await store.all())[0]?.requests, 1);
  });

  it('counts a search with the script that follows it, whose agent is known', async () => {
    const { store, meter } = bed();
    await meter.begin('s').ended(undefined, '', four);
    assert.deepEqual(await store.all(), []);
    await meter.begin('s').ended('agent', '', four);
    await meter.begin('s').ended(undefined, '', four);
    const sessions = await store.all();
    assert.deepEqual(
      sessions.map(({ door, requests, ours }) => [door, requests, ours]),
      [['agent', 3, 303]],
    );
  });

  it('counts the instructions of our agent in its own requests alone', async () => {
    const { store, meter } = bed(50);
    await meter.begin('s').ended(undefined, '', '');
    await meter.begin('s').ended('agent', '', '');
    await meter.begin('other').ended('chat', '', '');
    const ours = new Map((await store.all()).map((session) => [session.door, session.ours]));
    assert.deepEqual([ours.get('agent'), ours.get('chat')], [300, 100]);
  });
});

describe('a script of our agent', () => {
  for (const code of ['// Code Mode\nreturn 1', '\n//Code Mode\nreturn 1', '```ts\n// Code Mode\nreturn 1\n```', '// code mode: sums']) {
    it(`is one that begins as its instructions say: ${JSON.stringify(code)}`, () => assert.ok(isOfAgent(code)));
  }

  for (const code of ['return 1', 'return "// Code Mode"', '// Code Modern', undefined, {}]) {
    it(`is not ${JSON.stringify(code)}`, () => assert.ok(!isOfAgent(code)));
  }
});
