import assert from 'node:assert/strict';
import type { ToolListing } from '../../../../src/catalog/toolSource.ts';
import { cachedText, readCachedToolList } from '../../../../src/mcp/connection/cachedToolList.ts';
import { toolDefinition } from '../../../fakes/fakeToolSource.ts';

const listing: ToolListing = {
  ok: true,
  tools: [
    toolDefinition('get_city', {
      title: 'City',
      annotations: { readOnlyHint: true },
      outputSchema: { type: 'object' },
    }),
  ],
  instructions: 'Ask for cities.',
  name: 'geo-server',
  version: '1.2.3',
  features: ['prompts'],
  warnings: ['tool 2 omitted: it has no name'],
};
const written = await cachedText('geo', { listing, listedAt: 7 }, listing.protocolVersion);
const content = (changes: object = {}) => ({
  ...(JSON.parse(written) as object),
  ...changes,
});

describe('a cached list of tools', () => {
  it('is read as it was written', async () => {
    assert.deepEqual(await readCachedToolList(content(), 'geo'), { listing, listedAt: 7 });
  });

  it('keeps which tools are for the app alone', async () => {
    const tools = [toolDefinition('poll', { appOnly: true })];
    const text = await cachedText('geo', { listing: { ok: true, tools }, listedAt: 7 }, undefined);
    assert.deepEqual((await readCachedToolList(JSON.parse(text), 'geo'))?.listing.tools, tools);
  });

  it('leaves out tools that are malformed', async () => {
    const tools = [null, { name: 'x' }, { name: 'y', inputSchema: {} }, 7];
    assert.deepEqual(
      (await readCachedToolList(content({ tools }), 'geo'))?.listing.tools.map(({ name }) => name),
      ['y'],
    );
  });

  it('takes of each field only what it can be', async () => {
    const changes = {
      instructions: 7,
      serverName: [],
      serverVersion: {},
      features: ['prompts', 'powers', 1],
      warnings: [null, 'w'],
      cached: { at: 1 },
    };
    assert.deepEqual((await readCachedToolList(content(changes), 'geo'))?.listing, {
      ok: true,
      tools: listing.tools,
      features: ['prompts'],
      warnings: ['w'],
    });
  });

  for (const [what, value] of Object.entries<unknown>({
    'no object': 'text',
    nothing: null,
    'a list': [],
    'another version': content({ version: 1 }),
    'no age': content({ listedAt: 'today' }),
    'an age that no date has': content({ listedAt: 1e300 }),
    'no tools': content({ tools: { length: 1 } }),
    'the list of another server': content({ server: 'weather' }),
  })) {
    it(`is not read from ${what}`, async () =>
      assert.equal(await readCachedToolList(value, 'geo'), undefined));
  }
});
