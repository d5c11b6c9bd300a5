import assert from 'node:assert/strict';
import { RestartPolicy } from '../../../../src/mcp/connection/serverLifecycle.ts';

describe('RestartPolicy', () => {
  const times = { firstMs: 3, capMs: 20 };

  it('waits twice as long after each failed start, up to the cap', () => {
    const policy = new RestartPolicy(times);
    assert.deepEqual(
      Array.from({ length: 5 }, () => policy.startFailed(100) - 100),
      [3, 6, 12, 20, 20],
    );
  });

  it('starts a server that died at once, and one that keeps dying after longer and longer waits', () => {
    const policy = new RestartPolicy(times);
    policy.started(0);
    assert.deepEqual(
      Array.from({ length: 6 }, () => policy.died(1) - 1),
      [0, 3, 6, 12, 20, 20],
    );
  });

  it('forgets what was when a server has run for as long as the longest wait', () => {
    const policy = new RestartPolicy(times);
    for (const at of [0, 1, 2]) {
      policy.started(at);
      policy.died(at);
    }
    policy.started(10);
    assert.equal(policy.died(30), 30);
  });

  it('does not take a start for success', () => {
    const policy = new RestartPolicy(times);
    policy.startFailed(0);
    policy.started(3);
    assert.equal(policy.died(4), 7);
  });

  it('forgets what was when somebody asks for the server', () => {
    const policy = new RestartPolicy(times);
    policy.startFailed(0);
    policy.startFailed(0);
    policy.reset();
    assert.equal(policy.startFailed(0), 3);
  });
});
