import assert from 'node:assert/strict';
import { usageTotals } from '../../../../src/engine/usage/usageTotals.ts';
import type { SessionUsage } from '../../../../src/engine/stores/usageStore.ts';

const session: SessionUsage = {
  door: 'agent',
  startedAt: 5,
  lastAt: 9,
  requests: 4,
  sparedCalls: 12,
  unreadBytes: 6_000,
  definitions: 40_000,
  servers: { github: { calls: 12, bytes: 2_000 }, slack: { calls: 1, bytes: 5_000 } },
};
const idle: SessionUsage = {
  ...session,
  startedAt: 3,
  requests: 1,
  sparedCalls: 0,
  unreadBytes: 0,
  definitions: -500,
  servers: {},
};

describe('the totals of usage', () => {
  it('are what scripts spared, and what definitions took less', () => {
    const { sparedCalls, unreadBytes, definitions, requests, since } = usageTotals([session, idle]);
    assert.deepEqual([sparedCalls, unreadBytes, definitions, requests, since], [12, 6_000, 39_500, 5, 3]);
  });

  it('have a row for each door', () => {
    const { doors } = usageTotals([session, { ...session, door: 'participant' }, session]);
    assert.deepEqual(
      doors.map(({ door, sparedCalls }) => [door, sparedCalls]),
      [
        ['agent', 24],
        ['participant', 12],
      ],
    );
  });

  it('count the sessions in which nothing was spared', () => {
    assert.equal(usageTotals([session, idle]).idle, 1);
  });

  it('have the servers with the longest answers first', () => {
    assert.deepEqual(
      usageTotals([session, session]).servers.map(({ name, calls, bytes }) => [name, calls, bytes]),
      [
        ['slack', 2, 10_000],
        ['github', 24, 4_000],
      ],
    );
  });

  it('are nothing without sessions', () => {
    const { sessions, since, doors } = usageTotals([]);
    assert.deepEqual([sessions, since, doors], [0, undefined, []]);
  });
});
