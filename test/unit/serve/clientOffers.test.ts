import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import assert from 'node:assert/strict';
import { Catalog } from '../../../src/catalog/catalog.ts';
import { readModels } from '../../../src/catalog/routing/modelRules.ts';
import type { Mode } from '../../../src/catalog/routing/routing.ts';
import { ClientOffers } from '../../../src/serve/clientOffers.ts';
import { CodeModeServer } from '../../../src/serve/codeModeServer.ts';
import { passthroughName } from '../../../src/serve/passthroughName.ts';
import { ToolSignatures } from '../../../src/serve/toolSignatures.ts';
import { FakeToolSource, toolDefinition } from '../../fakes/fakeToolSource.ts';
import { noRuns } from '../../fakes/noRuns.ts';
import { TestEngine } from '../../fakes/testEngine.ts';

const own = ['executeCode', 'findTools'];
const { models } = readModels(
  [
    { match: 'plain-*', mode: 'tools' },
    { match: 'none', mode: 'off' },
    { match: 'narrow', excludedTools: ['geo.get_city'] },
    { match: 'only-code', mode: 'code', excludedTools: ['geo.get_city'] },
  ],
  'codeMode.models',
);

/** The names of the tools that a client of that name is offered, and the texts of what it calls. */
async function offered(
  name: string,
  { mode = 'hybrid', model, calls = [] }: { mode?: Mode; model?: string; calls?: readonly string[] } = {},
) {
  const source = new FakeToolSource({
    name: 'geo',
    tools: [toolDefinition('get_city'), toolDefinition('get_map')],
  });
  await using bed = new TestEngine([source]);
  const { declarations, results } = bed;
  const routing = () => ({ mode, passthrough: passthroughName });
  const catalog = new Catalog({ sources: [source], routing, log: () => undefined });
  const engine = bed.engine.forModel(catalog);
  const log = () => undefined;
  using offers = new ClientOffers({
    engine,
    catalog,
    mode,
    models,
    log,
    ...(model !== undefined && { model }),
    newSignatures: (engine, catalog) =>
      new ToolSignatures({
        engine,
        catalog,
        declarations,
        tokens: 500,
        countTokens: (text) => Promise.resolve(text.length / 4),
        callsOf: () => 0,
        log,
      }),
  });
  const offerTo = (client: string | undefined) => offers.of(client);
  const server = new CodeModeServer({
    offerTo,
    results,
    session: 'a',
    runs: noRuns,
    version: '1',
    allowWrites: true,
    log,
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const served = server.serve(ours, new AbortController().signal);
  const client = new Client({ name, version: '1' });
  await client.connect(theirs);
  const { tools } = await client.listTools();
  const texts = [];
  for (const code of calls)
    texts.push(
      JSON.stringify(await client.callTool({ name: 'executeCode', arguments: { code } }).catch(String)),
    );
  await client.close();
  await served;
  return {
    names: tools.map((tool) => tool.name).sort(),
    description: tools.find((tool) => tool.name === 'executeCode')?.description,
    texts,
    loadedAtStart: tools
      .filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
      .map((tool) => tool.name),
  };
}

describe('what a client of code-mode serve is offered', () => {
  const rows: readonly (readonly [client: string, mode: Mode, names: readonly string[]])[] = [
    ['claude-code', 'hybrid', own],
    ['claude-code', 'code', own],
    ['claude-code', 'tools', ['geo_get_city', 'geo_get_map']],
    ['claude-code', 'off', []],
    ['plain-client', 'hybrid', ['geo_get_city', 'geo_get_map']],
    ['none', 'hybrid', []],
    ['narrow', 'hybrid', [...own, 'geo_get_city']],
    ['only-code', 'hybrid', own],
  ];
  for (const [client, mode, names] of rows) {
    it(`is ${names.join(', ') || 'nothing'}: ${client} in the mode ${mode}`, async () => {
      assert.deepEqual((await offered(client, { mode })).names, names);
    });
  }

  it('is loaded at the start by Claude Code, but for the ordinary tools', async () => {
    assert.deepEqual((await offered('narrow')).loadedAtStart.sort(), own);
  });

  it('is by the model, where that is given', async () => {
    assert.deepEqual((await offered('plain-client', { model: 'narrow' })).names, [...own, 'geo_get_city']);
  });

  it('has no scripts over tools that its rules exclude, nor their signatures', async () => {
    const { description, texts } = await offered('narrow', { calls: ['return tools.geo.getCity({})'] });
    assert.match(texts[0] ?? '', /excluded by .*codeMode\.models \(narrow\).* Call geo_get_city directly/s);
    assert.match(description ?? '', /getMap\(\):/);
    assert.doesNotMatch(description ?? '', /getCity\(\):/);
  });

  it('runs no scripts where none are offered', async () => {
    const { texts } = await offered('plain-client', { calls: ['return 1'] });
    assert.match(texts[0] ?? '', /There is no tool/);
  });
});
