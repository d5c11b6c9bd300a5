import assert from 'node:assert/strict';
import { usageTotals } from '../../../../src/engine/usage/usageTotals.ts';
import { UsageStore, type SessionUsage } from '../../../../src/storage/usageStore.ts';
import { costHint, savedText, usageRows } from '../../../../src/vscode/views/usageRows.ts';

const session: SessionUsage = {
  ...{ door: 'agent', startedAt: 5, lastAt: 9, requests: 4, ours: 4_000, definitions: 40_000 },
  servers: { github: { calls: 3, exchanged: 2_000 }, slack: { calls: 1, exchanged: 5_000 } },
};
const small: SessionUsage = { ...session, requests: 1, ours: 900, definitions: 100, servers: {} };

describe('the rows of usage', () => {
  it('say what was saved, by door and by server', () => {
    const [row] = usageRows(usageTotals([session]));
    assert.equal(row?.text.description, 'saved ≈43.0k tokens · 4 requests');
    assert.deepEqual(
      row.children.map(({ text }) => text.label),
      ['Code Mode agent', 'slack', 'github'],
    );
  });

  it('have one for `@code`', () => {
    const [row] = usageRows(usageTotals([{ ...session, door: 'participant' }]));
    assert.deepEqual([row?.children[0]?.text.label, row?.children[0]?.text.description], ['@code', 'saved ≈43.0k tokens · 4 requests']);
  });

  it('say what Code Mode cost more, and what to do', () => {
    const totals = usageTotals([small]);
    assert.equal(savedText(totals), 'cost ≈800 tokens more');
    assert.match(costHint(totals) ?? '', /In 1 of 1 sessions .* less\..*codeMode\.mode/);
  });

  it('are none where nothing was counted', () => {
    assert.deepEqual(usageRows(usageTotals([])), []);
  });

  it('have the requests to our models as they were added: what the model behind took beside what it would have taken', async () => {
    const store = new UsageStore({ folder: undefined, log: () => undefined });
    for (const [ours, plain] of [
      [9_000, 13_000],
      [7_000, 46_000],
    ] as const)
      await store.add('window', 'provider', { requests: 1, ours, definitions: plain, servers: {} }, 5);
    const [row] = usageRows(usageTotals(await store.all()));
    assert.deepEqual(
      row?.children.map(({ text }) => [text.label, text.description]),
      [['Code Mode models', 'saved ≈43.0k tokens · 2 requests']],
    );
  });

  it('hide nothing in the name of a server', () => {
    const [row] = usageRows(usageTotals([{ ...session, servers: { 'git\u202Ehub': { calls: 1, exchanged: 1 } } }]));
    assert.match(row?.children.at(-1)?.text.label ?? '', /git\\u\{202e\}hub/);
  });
});
