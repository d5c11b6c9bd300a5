import assert from 'node:assert/strict';
import type { CatalogServer } from '../../../../src/catalog/catalogSnapshot.ts';
import { TimeSlice } from '../../../../src/base/timeSlice.ts';
import { knownPatterns, whyUnmatched } from '../../../../src/vscode/patternSettings/knownPatterns.ts';
import { namedTool } from '../../../fakes/namedTool.ts';

const base = { origin: 'mcp.json', state: 'running', withheld: [] } as const;
const shop: CatalogServer = {
  ...base,
  name: 'my-shop',
  namespace: 'myShop',
  listed: true,
  tools: [
    namedTool('myShop.list', { readOnlyHint: true }),
    namedTool('myShop.cancel', { destructiveHint: true }),
  ],
};
const late: CatalogServer = {
  ...base,
  name: 'late',
  namespace: 'late',
  state: 'stopped',
  listed: false,
  tools: [],
};

/** A time slice that is over at every step. */
class SpentSlice extends TimeSlice {
  yields = 0;

  override get isOver(): boolean {
    return true;
  }

  override yieldIfOver(): Promise<void> {
    this.yields += 1;
    return Promise.resolve();
  }
}

describe('patterns over known tools', () => {
  it('are each server, and each tool with what it can do', () => {
    assert.deepEqual(knownPatterns([shop]), [
      { pattern: 'myShop.*', detail: 'all tools of myShop' },
      { pattern: 'myShop.list', detail: 'only reads' },
      { pattern: 'myShop.cancel', detail: 'can overwrite or delete' },
    ]);
  });

  for (const [pattern, servers, isWarned] of [
    ['myShop.cancel', [shop], false],
    ['my-shop.*', [shop], false],
    ['myShop.$resources', [shop], false],
    ['myShop.cancle', [shop], true],
    ['myShop.cancle', [shop, late], true],
    ['myShop.(', [shop], true],
    // Servers whose tools are not known may have such a tool.
    ['late.anything', [shop, late], false],
    ['*.delete_*', [shop, late], false],
    ['*.delete_*', [shop], true],
    ['anything', [], false],
  ] as const) {
    it(`${isWarned ? 'warn' : 'do not warn'} of ${pattern} with ${servers.map(({ name }) => name).join(', ') || 'no servers'}`, async () =>
      assert.equal((await whyUnmatched(pattern, servers)) !== undefined, isWarned));
  }

  it('leave others their turn between tools where a glob is slow to match', async () => {
    const tools = Array.from({ length: 300 }, (_, index) => namedTool(`myShop.tool${index}`));
    const slice = new SpentSlice();
    await whyUnmatched('*.cancle', [{ ...shop, tools }], slice);
    assert.ok(slice.yields >= 300);
  });
});
