import assert from 'node:assert/strict';
import { statsText } from '../../../../src/cli/commands/stats.ts';
import { usageTotals } from '../../../../src/engine/usage/usageTotals.ts';
import type { SessionUsage } from '../../../../src/storage/usageStore.ts';

const session: SessionUsage = {
  ...{ door: 'agent', startedAt: Date.now(), lastAt: Date.now(), requests: 4, ours: 4_000, definitions: 40_000 },
  servers: { github: { calls: 3, exchanged: 2_000 } },
};

describe('the text of stats', () => {
  it('is a row for each door, a total, and a row for each server', () => {
    const text = statsText(usageTotals([session, { ...session, door: 'chat' }, { ...session, door: 'participant' }]), undefined);
    assert.deepEqual(text.split('\n').slice(0, 8), [
      '                 requests    sent  as ordinary tools   saved',
      'Code Mode agent         4   4,000             42,000  38,000',
      '@code                   4   4,000             42,000  38,000',
      'Other agents            4   4,000              2,000  -2,000',
      'Total                  12  12,000             86,000  74,000',
      '',
      '        calls  kept out of chats',
      'github      9              6,000',
    ]);
    assert.match(text, /In 1 of 3 sessions .* less\.$/);
  });

  it('offers ordinary tools where Code Mode cost more', () => {
    assert.match(statsText(usageTotals([{ ...session, definitions: 0 }]), undefined), /codeMode\.mode to "tools"/);
  });
});
