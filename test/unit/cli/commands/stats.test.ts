import assert from 'node:assert/strict';
import { statsText } from '../../../../src/cli/commands/stats.ts';
import { usageTotals } from '../../../../src/engine/usage/usageTotals.ts';
import type { SessionUsage } from '../../../../src/engine/stores/usageStore.ts';

const session: SessionUsage = {
  door: 'agent',
  startedAt: Date.now(),
  lastAt: Date.now(),
  requests: 4,
  sparedCalls: 1_037,
  unreadBytes: 1_240_000,
  definitions: 0,
  servers: { github: { calls: 1_041, bytes: 1_250_000 } },
};
const idle: SessionUsage = { ...session, door: 'chat', sparedCalls: 0, unreadBytes: 0, servers: {} };

describe('the text of stats', () => {
  it('is a row for each door, a total, and a row for each server', () => {
    const text = statsText(usageTotals([session, idle, { ...session, door: 'participant' }]), undefined);
    assert.deepEqual(text.split('\n').slice(0, 8), [
      '                 requests  calls saved  answers not read',
      'Code Mode agent         4        1,037            1.2 MB',
      '@code                   4        1,037            1.2 MB',
      'Other agents            4            0           0 bytes',
      'Total                  12        2,074            2.5 MB',
      '',
      '        calls  answers',
      'github  2,082   2.5 MB',
    ]);
    assert.match(text, /In 1 of 3 sessions Code Mode saved nothing\.$/);
  });

  it('says nothing of definitions that clients do not carry', () => {
    assert.doesNotMatch(statsText(usageTotals([session]), undefined), /definitions|tokens/);
  });

  it('says how many tokens definitions took less, or more, apart from what is counted', () => {
    const textWith = (definitions: number) =>
      statsText(usageTotals([{ ...session, definitions }]), undefined);
    assert.match(textWith(38_000), /definitions took an estimated 38,000 tokens less\.$/);
    assert.match(textWith(-800), /definitions took an estimated 800 tokens more\.$/);
  });

  it('offers ordinary tools where nothing was saved in several sessions', () => {
    assert.match(statsText(usageTotals([idle, idle, idle]), undefined), /codeMode\.mode to "tools"/);
    assert.doesNotMatch(statsText(usageTotals([idle]), undefined), /codeMode\.mode/);
  });
});
