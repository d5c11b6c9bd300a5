import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Approver } from '../../../../src/engine/consent/approval.ts';
import { TrackedRun, askingApprover } from '../../../../src/vscode/runs/trackedRun.ts';

const signal = new AbortController().signal;
const script = { source: '', uses: [], asked: [] };

describe('a run whose approver decides', () => {
  it('asks until the answer, whatever it is', async () => {
    const state = new TrackedRun(1, 'chat #1', 0);
    const seen: boolean[] = [];
    const { promise, reject } = Promise.withResolvers<never>();
    const approver: Approver = {
      approveRun: () => promise,
      approveCall: () => promise,
      askInFlight: () => promise,
    };
    const asked = askingApprover(approver, state, () => seen.push(state.isAsking)).approveRun(script, signal);
    await setImmediate();
    reject(new Error('gone'));
    await assert.rejects(asked, /gone/);
    assert.deepEqual(seen, [true, false]);
  });

  it('asks nothing where the user has allowed it before', async () => {
    const state = new TrackedRun(1, 'chat #1', 0);
    const seen: boolean[] = [];
    const allowed = () => Promise.resolve({ granted: true, by: 'user' } as const);
    await askingApprover(
      {
        approveRun: allowed,
        approveCall: allowed,
        askInFlight: () => Promise.reject(new Error('nothing is in flight')),
      },
      state,
      () => seen.push(state.isAsking),
    ).approveRun(script, signal);
    assert.deepEqual(seen, []);
  });
});
