import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Approver } from '../../../../src/engine/consent/approval.ts';
import { TrackedRun, askingApprover } from '../../../../src/vscode/runs/trackedRun.ts';

const signal = new AbortController().signal;
const script = { source: '', uses: [], asked: [] };

/** Asks for a run; `seen`: the state of the run at each of its changes. */
function asking(approval: ReturnType<Approver['approveRun']>) {
  const state = new TrackedRun(1, 'chat #1', 0);
  const seen: boolean[] = [];
  const other = () => Promise.reject(new Error('The approver is asked for the run alone.'));
  const approver = { approveRun: () => approval, approveCall: other, askInFlight: other };
  const asked = askingApprover(approver, state, () => seen.push(state.isAsking)).approveRun(script, signal);
  return { asked, seen };
}

describe('a run whose approver decides', () => {
  it('asks until the answer, whatever it is', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { asked, seen } = asking(promise);
    await setImmediate();
    reject(new Error('gone'));
    await assert.rejects(asked, /gone/);
    assert.deepEqual(seen, [true, false]);
  });

  it('asks nothing where the user has allowed it before', async () => {
    const { asked, seen } = asking(Promise.resolve({ granted: true, by: 'user' }));
    await asked;
    assert.deepEqual(seen, []);
  });
});
