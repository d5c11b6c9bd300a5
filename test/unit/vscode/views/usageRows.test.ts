import assert from 'node:assert/strict';
import { usageTotals } from '../../../../src/engine/usage/usageTotals.ts';
import type { SessionUsage } from '../../../../src/engine/stores/usageStore.ts';
import { idleHint, savedSentences, savedText, usageRows } from '../../../../src/vscode/views/usageRows.ts';

const session: SessionUsage = {
  door: 'agent',
  startedAt: 5,
  lastAt: 9,
  requests: 4,
  sparedCalls: 12,
  unreadBytes: 6_000,
  definitions: 0,
  servers: { github: { calls: 12, bytes: 2_000 }, slack: { calls: 1, bytes: 5_000 } },
};
const idle: SessionUsage = { ...session, requests: 1, sparedCalls: 0, unreadBytes: 0, servers: {} };

describe('the rows of usage', () => {
  it('say what was saved, by door and by server', () => {
    const [row] = usageRows(usageTotals([session]));
    assert.equal(row?.text.description, 'saved 12 calls, 6.0 kB · 4 requests');
    assert.deepEqual(
      row.children.map(({ text }) => [text.label, text.description]),
      [
        ['Code Mode agent', 'saved 12 calls, 6.0 kB · 4 requests'],
        ['slack', '1 call · 5.0 kB'],
        ['github', '12 calls · 2.0 kB'],
      ],
    );
  });

  it('say how many tokens definitions took less, as an estimate apart from what is counted', () => {
    const totals = usageTotals([{ ...session, definitions: 38_000 }]);
    assert.equal(savedText(totals), 'saved 12 calls, 6.0 kB, ≈38.0k tokens');
    assert.match(
      savedSentences(totals).join(' '),
      /models that do not search tools, definitions took an estimated ≈38\.0k tokens less\./,
    );
  });

  it('say of tokens nothing where no definitions are known to be left out', () => {
    assert.doesNotMatch(JSON.stringify(usageRows(usageTotals([session]))), /tokens|definitions/);
  });

  it('say where nothing was saved, and what to do', () => {
    const totals = usageTotals([idle, idle, idle]);
    assert.equal(savedText(totals), 'saved nothing');
    assert.match(idleHint(totals) ?? '', /In 3 of 3 sessions .* saved nothing\..*codeMode\.mode/);
  });

  it('offer no other mode after a first try, or where other sessions saved something', () => {
    assert.equal(idleHint(usageTotals([idle])), 'In 1 of 1 session Code Mode saved nothing.');
    assert.equal(
      idleHint(usageTotals([session, idle, idle, idle])),
      'In 3 of 4 sessions Code Mode saved nothing.',
    );
  });

  it('are none where nothing was counted', () => {
    assert.deepEqual(usageRows(usageTotals([])), []);
  });

  it('hide nothing in the name of a server', () => {
    const [row] = usageRows(
      usageTotals([{ ...session, servers: { 'git\u202Ehub': { calls: 1, bytes: 1 } } }]),
    );
    assert.match(row?.children.at(-1)?.text.label ?? '', /git\\u\{202e\}hub/);
  });
});
