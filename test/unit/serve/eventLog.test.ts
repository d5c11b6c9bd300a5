import assert from 'node:assert/strict';
import { EventLog } from '../../../src/serve/eventLog.ts';

const message = (method: string) => ({ jsonrpc: '2.0' as const, method });

describe('the events of a session', () => {
  const replayed = async (log: EventLog, id: string): Promise<readonly unknown[]> => {
    const sent: unknown[] = [];
    await log.replayEventsAfter(id, {
      send: (_id, event) => Promise.resolve(void sent.push('method' in event && event.method)),
    });
    return sent;
  };

  it('come again after the last that was received, of its stream alone', async () => {
    const log = new EventLog();
    const first = await log.storeEvent('a', message('a1'));
    for (const [stream, method] of [
      ['b', 'b1'],
      ['a', 'a2'],
      ['a', 'a3'],
    ] as const)
      await log.storeEvent(stream, message(method));
    assert.deepEqual(await replayed(log, first), ['a2', 'a3']);
  });

  it('are refused after one that is not kept', async () => {
    const log = new EventLog();
    const first = await log.storeEvent('a', message('a1'));
    for (let number = 0; number < 1_000; number += 1) await log.storeEvent('a', message(String(number)));
    await assert.rejects(replayed(log, first), /not kept/);
  });

  it('are bounded by their size', async () => {
    const log = new EventLog();
    const first = await log.storeEvent('a', message('x'.repeat(5_000_000)));
    await log.storeEvent('a', message('x'.repeat(5_000_000)));
    assert.equal(await log.getStreamIdForEventId(first), undefined);
  });
});
