import assert from 'node:assert/strict';
import { usageTotals } from '../../../../src/engine/usage/usageTotals.ts';
import type { SessionUsage } from '../../../../src/storage/usageStore.ts';

const session: SessionUsage = {
  ...{ door: 'agent', startedAt: 5, lastAt: 9, requests: 4, ours: 4_000, definitions: 40_000 },
  servers: { github: { calls: 3, exchanged: 2_000 }, slack: { calls: 1, exchanged: 5_000 } },
};
const small: SessionUsage = { ...session, startedAt: 3, requests: 1, ours: 900, definitions: 100, servers: {} };

describe('the totals of usage', () => {
  it('are what was sent beside what ordinary tools would have cost', () => {
    const { sent, asTools, saved, requests, since } = usageTotals([session, small]);
    assert.deepEqual([sent, asTools, saved, requests, since], [4_900, 47_100, 42_200, 5, 3]);
  });

  it('count no definitions that may have been sent as well', () => {
    assert.equal(usageTotals([{ ...session, door: 'chat' }]).asTools, 7_000);
  });

  it('count the definitions that `@code` left out', () => {
    const { doors, asTools } = usageTotals([{ ...session, door: 'participant' }]);
    assert.deepEqual([doors.map(({ door }) => door), asTools], [['participant'], 47_000]);
  });

  it('name the sessions that cost more', () => {
    assert.equal(usageTotals([session, small]).costlier, 1);
  });

  it('have the servers with the most first', () => {
    assert.deepEqual(
      usageTotals([session, session]).servers.map(({ name, calls, exchanged }) => [name, calls, exchanged]),
      [
        ['slack', 2, 10_000],
        ['github', 6, 4_000],
      ],
    );
  });

  it('are nothing without sessions', () => {
    const { sessions, since, doors } = usageTotals([]);
    assert.deepEqual([sessions, since, doors], [0, undefined, []]);
  });
});
