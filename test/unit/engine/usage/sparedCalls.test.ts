import assert from 'node:assert/strict';
import { bytesRead, SparedCalls } from '../../../../src/engine/usage/sparedCalls.ts';
import type { CallRecord } from '../../../../src/engine/runOutcome.ts';
import { callRecord } from '../../../fakes/startedRun.ts';

const exchange = { input: undefined, reply: { ok: true, value: undefined } } as const;

function answered(calls: SparedCalls, sequence: number, bytes: number, call: Partial<CallRecord> = {}): void {
  calls.onCallEnded(callRecord({ server: 'github', sequence, ...call }), exchange);
  calls.onAnswered(sequence, bytes);
}

describe('what a script spared', () => {
  it('is all of its calls but one, and what the model did not read of their answers', () => {
    const calls = new SparedCalls();
    for (const sequence of [1, 2, 3]) answered(calls, sequence, 1_000);
    assert.deepEqual(calls.spared(200), { sparedCalls: 2, unreadBytes: 2_800 });
  });

  it('is never less than nothing', () => {
    const calls = new SparedCalls();
    assert.deepEqual(calls.spared(200), { sparedCalls: 0, unreadBytes: 0 });
    answered(calls, 1, 10);
    assert.deepEqual(calls.spared(200), { sparedCalls: 0, unreadBytes: 0 });
  });

  it('counts no call that never left, nor one that was answered from a record, nor what is asked of codemode', () => {
    const calls = new SparedCalls();
    answered(calls, 1, 1_000, { state: 'not_called' });
    answered(calls, 2, 1_000, { served: true });
    calls.onAnswered(3, 1_000);
    assert.deepEqual(
      [calls.spared(0), calls.servers, calls.hasCalled],
      [{ sparedCalls: 0, unreadBytes: 0 }, {}, false],
    );
  });

  it('counts a call that failed, with what its server said', () => {
    const calls = new SparedCalls();
    answered(calls, 1, 100, { state: 'failed' });
    answered(calls, 2, 100);
    assert.deepEqual(calls.spared(0), { sparedCalls: 1, unreadBytes: 200 });
  });

  it('has the calls and answers of each server', () => {
    const calls = new SparedCalls();
    answered(calls, 1, 100);
    answered(calls, 2, 30, { server: 'slack' });
    answered(calls, 3, 100);
    assert.deepEqual(calls.servers, { github: { calls: 2, bytes: 200 }, slack: { calls: 1, bytes: 30 } });
  });
});

describe('the bytes of a result', () => {
  it('are those of its text as UTF-8, and of what stands beside it', () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(400) } as const;
    assert.equal(bytesRead('für', [picture, { type: 'text', text: 'ö' }]), 4 + 400 + 2);
  });
});
