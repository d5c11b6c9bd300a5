import assert from 'node:assert/strict';
import { UsageMeter } from '../../../../src/engine/usage/usageMeter.ts';
import { UsageStore } from '../../../../src/engine/stores/usageStore.ts';
import { callRecord } from '../../../fakes/startedRun.ts';

function bed(leftOut: () => Promise<number> = () => Promise.resolve(900)) {
  const store = new UsageStore({ folder: undefined, log: () => undefined });
  return { store, meter: new UsageMeter(store, leftOut, () => 7) };
}

describe('the meter of usage', () => {
  it('counts the request, what a script spared, and what a request of our agent left out', async () => {
    const { store, meter } = bed();
    const call = meter.begin('s');
    for (const sequence of [1, 2]) {
      const reply = { ok: true, value: 'y' } as const;
      call.onCallEnded(callRecord({ server: 'github', sequence }), { input: { q: 'x' }, reply });
      call.onAnswered(sequence, 400);
    }
    await call.ended('agent', 100);
    const [session] = await store.all();
    assert.deepEqual(session, {
      door: 'agent',
      startedAt: 7,
      lastAt: 7,
      requests: 1,
      sparedCalls: 1,
      unreadBytes: 700,
      definitions: 900,
      servers: { github: { calls: 2, bytes: 800 } },
    });
  });

  it('counts no definitions of other agents, whose requests may have carried them as well', async () => {
    const { store, meter } = bed();
    await meter.begin('s').ended('chat', 0);
    assert.equal((await store.all())[0]?.definitions, 0);
  });

  it('counts what is known where the definitions cannot be found out', async () => {
    const { store, meter } = bed(() => Promise.reject(new Error('The window closes.')));
    await meter.begin('s').ended('agent', 0);
    assert.deepEqual(
      (await store.all()).map(({ requests, definitions }) => [requests, definitions]),
      [[1, 0]],
    );
  });

  it('counts calls of one answer as one request', async () => {
    const { store, meter } = bed();
    const [first, second] = [meter.begin('s'), meter.begin('s')];
    await second.ended('agent', 0);
    await first.ended('agent', 0);
    const [session] = await store.all();
    assert.deepEqual([session?.requests, session?.definitions], [1, 900]);
  });

  it('counts the request after a call that was given up', async () => {
    const { store, meter } = bed();
    meter.begin('s')[Symbol.dispose]();
    await meter.begin('s').ended('agent', 0);
    assert.equal((await store.all())[0]?.requests, 1);
  });

  it('counts a search with the script that follows it, whose agent is known', async () => {
    const { store, meter } = bed();
    await meter.begin('s').ended(undefined, 40);
    assert.deepEqual(await store.all(), []);
    await meter.begin('s').ended('agent', 40);
    await meter.begin('s').ended(undefined, 40);
    const sessions = await store.all();
    assert.deepEqual(
      sessions.map(({ door, requests, definitions }) => [door, requests, definitions]),
      [['agent', 3, 2_700]],
    );
  });
});
