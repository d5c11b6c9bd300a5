import assert from 'node:assert/strict';
import { forRun, isKeptPage, type KeptPage } from '../../../../src/vscode/pages/run/keptPage.ts';

const table = { path: [2], filter: 'city:ber', sort: { column: 1, descending: true } };
const kept: KeptPage = {
  page: 'file:///x/.code-mode/a.ts',
  view: 'table',
  shown: { startedAt: 5, tab: 'console', table },
};

describe('what the page about a run keeps while it is hidden', () => {
  it('is taken back as it was kept', () => assert.ok(isKeptPage(structuredClone(kept))));

  it('is not taken back where it is anything else', () => {
    for (const shown of [
      null,
      { tab: 'console' },
      { startedAt: -1 },
      { startedAt: 5, tab: 'settings' },
      { startedAt: 5, table: { ...table, filter: 'x'.repeat(2_000) } },
      { startedAt: 5, table: { ...table, path: Array.from({ length: 2_000 }, () => 0) } },
      { startedAt: 5, table: { ...table, sort: { column: '1', descending: true } } },
    ])
      assert.ok(!isKeptPage({ ...kept, shown }), JSON.stringify(shown).slice(0, 80));
    for (const other of [undefined, {}, { page: 3 }, { page: 'a', view: 'page' }])
      assert.ok(!isKeptPage(other));
  });

  it('holds for the run that was shown alone, but the way in which results are shown', () => {
    assert.deepEqual(forRun(kept, 5), kept);
    assert.deepEqual(forRun(kept, 6), { page: kept.page, view: 'table', shown: { startedAt: 6 } });
    assert.deepEqual(forRun({ page: '' }, 6), { page: '', shown: { startedAt: 6 } });
  });
});
