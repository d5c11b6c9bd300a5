import assert from 'node:assert/strict';
import type { CatalogServer } from '../../../../src/catalog/catalogSnapshot.ts';
import { knownPatterns, whyUnmatched } from '../../../../src/vscode/patternSettings/knownPatterns.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { namedTool } from '../../../fakes/namedTool.ts';

const base = { origin: 'mcp.json', state: 'running', withheld: [] } as const;
const shop: CatalogServer = {
  ...base,
  ...{ name: 'my-shop', namespace: 'myShop', listed: true },
  tools: [namedTool('myShop.list', { readOnlyHint: true }), namedTool('myShop.cancel', { destructiveHint: true })],
};
const late: CatalogServer = { ...base, name: 'late', namespace: 'late', state: 'stopped', listed: false, tools: [] };

describe('patterns over known tools', () => {
  it('are each server, and each tool with what it can do', () => {
    assert.deepEqual(knownPatterns([shop]), [
      { pattern: 'myShop.*', detail: 'all tools of myShop' },
      { pattern: 'myShop.list', detail: 'only reads' },
      { pattern: 'myShop.cancel', detail: 'can destroy' },
    ]);
  });

  for (const [pattern, servers, isWarned] of [
    ['myShop.cancel', [shop], false],
    ['my-shop.*', [shop], false],
    ['myShop.$resources', [shop], false],
    ['myShop.cancle', [shop], true],
    ['myShop.cancle', [shop, late], true],
    ['myShop.(', [shop], true],
    // Servers whose tools are not known may have it.
    ['late.anything', [shop, late], false],
    ['*.delete_*', [shop, late], false],
    ['*.delete_*', [shop], true],
    ['anything', [], false],
  ] as const) {
    it(`${isWarned ? 'warn' : 'do not warn'} of ${pattern} with ${servers.map(({ name }) => name).join(', ') || 'no servers'}`, async () =>
      assert.equal((await whyUnmatched(pattern, servers)) !== undefined, isWarned));
  }

  it('leave others their turn where a glob is slow to match', async () => {
    const tools = Array.from({ length: 300 }, (_, index) => namedTool(`myShop.${'a'.repeat(60)}${index}`));
    const turns = new CountedTurns();
    await whyUnmatched('[ab]'.repeat(100), [{ ...shop, tools }]);
    assert.ok(turns.stop() > 1);
  });
});
