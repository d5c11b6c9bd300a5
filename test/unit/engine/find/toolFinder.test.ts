import assert from 'node:assert/strict';
import { Catalog } from '../../../../src/catalog/catalog.ts';
import { Declarations } from '../../../../src/declarations/declarations.ts';
import { InputValidator } from '../../../../src/engine/input/inputValidator.ts';
import { ToolFinder, type FindRequest } from '../../../../src/engine/find/toolFinder.ts';
import { FakeToolSource, toolDefinition } from '../../../fakes/fakeToolSource.ts';
import { recordedSnapshot } from '../../../fakes/findingRequests.ts';

const city = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const { signal } = new AbortController();

function geo(): FakeToolSource {
  return new FakeToolSource(
    {
      name: 'geo',
      instructions: 'Ask for capitals first.',
      tools: [
        toolDefinition('get_city', { description: 'Finds a city by its name. Slowly.', inputSchema: city }),
        toolDefinition('list_rivers', { description: 'Lists the rivers of a country.' }),
        toolDefinition('drop_city', { description: 'Deletes a city.' }),
      ],
    },
    { name: 'lost', list: () => Promise.resolve({ ok: false, error: 'it exited with code 1.' }) },
  );
}

function finder(): ToolFinder {
  return new ToolFinder(new Declarations(), new InputValidator());
}

async function find(request: FindRequest, source = geo()): Promise<string> {
  const catalog = new Catalog({ sources: [source], exclusions: () => ['geo.drop_*'], log: () => undefined });
  return finder().findTools(await catalog.snapshot({ servers: 'all', signal }), request);
}

describe('findTools', () => {
  it('gives the callable path with its signature and what it does', async () => {
    const [first] = (await find({ query: 'find a city' })).split('\n');
    assert.equal(first, 'tools.geo.getCity(input: { name: string }): Promise<ToolOutput> // Finds a city by its name.');
  });

  it('says in few words which servers could not be asked and have the tools of an earlier time', async () => {
    const cached = { at: Date.now() - 3 * 3_600_000, state: 'failed', error: 'it exited with code 1.' } as const;
    const tools = [toolDefinition('get_city')];
    const list = () => Promise.resolve({ ok: true, tools, cached } as const);
    const source = new FakeToolSource({ name: 'geo', list });
    assert.match(
      await find({ query: 'city' }, source),
      /^tools\.geo\.getCity.*\ngeo: down, a call tries to start it; tools as of 3 h ago$/s,
    );
    assert.match(await find({}, source), /^tools\.geo \(1; down, a call tries to start it; tools as of 3 h ago\): getCity$/m);
  });

  it('does not mark tools of an earlier time whose server nobody has had to ask yet', async () => {
    const list = () => Promise.resolve({ ok: true, tools: [toolDefinition('get_city')], cached: { at: 1, state: 'stopped' } } as const);
    assert.match(await find({}, new FakeToolSource({ name: 'geo', list })), /^tools\.geo \(1\): getCity$/m);
  });

  it('gives only paths with detail names', async () => {
    assert.match(await find({ query: 'city', detail: 'names' }), /^tools\.geo\.getCity$/m);
  });

  it('gives the whole declaration with detail full', async () => {
    assert.match(await find({ query: 'city', detail: 'full' }), /Slowly\./);
  });

  it('gives tools of other servers a place beside the many of one', async () => {
    const many = Array.from({ length: 30 }, (_, index) => toolDefinition(`list_city_${index}`));
    const source = new FakeToolSource({ name: 'many', tools: many }, { name: 'small', tools: [toolDefinition('read_city_history')] });
    assert.match(await find({ query: 'list city', detail: 'names' }, source), /^tools\.small\.readCityHistory$/m);
  });

  it('names the tools whose signatures have no room', async () => {
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`argument_number_${index}`, { type: 'string' }]));
    const tools = Array.from({ length: 40 }, (_, index) =>
      toolDefinition(`get_city_${index}`, { inputSchema: { type: 'object', properties } }),
    );
    const text = await find({ server: 'geo', limit: 40 }, new FakeToolSource({ name: 'geo', tools }));
    assert.ok(text.length < 8_000, `${text.length} characters`);
    assert.match(text, /^Also: tools\.geo\./m);
    for (const index of tools.keys()) assert.ok(text.includes(`tools.geo.getCity${index}`), `getCity${index}`);
  });

  it('leaves out what fits far worse than the best', async () => {
    assert.equal((await find({ query: 'find a city by name' })).split('\n').length, 2);
  });

  for (const [what, request] of [
    ['an overview', {}],
    ['a search', { query: 'find a city', detail: 'full' }],
  ] as const) {
    it(`keeps ${what} within the characters that there is room for`, async () => {
      const tools = Array.from({ length: 300 }, (_, index) => toolDefinition(`find_city_${index}`, { description: 'Finds a city.' }));
      const text = await find({ ...request, characters: 2_000 }, new FakeToolSource({ name: 'geo', tools }));
      assert.match(text, /findCity/);
      assert.ok(text.length <= 2_000, `${text.length}`);
    });
  }

  it('shares the names of an overview between servers', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => toolDefinition(`tool_${index}`));
    const text = await find({}, new FakeToolSource({ name: 'many', tools: many }, { name: 'small', tools: [toolDefinition('get_city')] }));
    assert.match(text, /tools\.many \(5000\): tool0, .*… \d+ more/);
    assert.match(text, /tools\.small \(1\): getCity$/m);
    assert.ok(text.length < 20_000, `${text.length} characters`);
  });

  it('lists servers with the count and names of their tools without a query', async () => {
    const lines = (await find({})).split('\n');
    assert.deepEqual(lines, [
      '2 servers, 2 tools:',
      'tools.geo (2): getCity, listRivers',
      'tools.lost: not available: it exited with code 1.',
    ]);
  });

  it('gives every tool of a server that is named without a query', async () => {
    const text = await find({ server: 'geo' });
    assert.match(text, /getCity\(/);
    assert.match(text, /listRivers\(/);
  });

  it('keeps to the limit', async () => {
    assert.equal((await find({ server: 'geo', limit: 1 })).split('\n').length, 1);
  });

  it('does not find an excluded tool', async () => {
    assert.doesNotMatch(await find({ query: 'delete a city' }), /dropCity/);
  });

  it('says what to try when nothing fits, and which servers were not asked', async () => {
    const text = await find({ query: 'quux' });
    assert.match(text, /No tool was found for "quux"\. Try other words/);
    assert.match(text, /lost: not available: it exited with code 1\./);
  });

  it('names the servers when asked about one that is not there', async () => {
    assert.match(await find({ server: 'web' }), /no server "web"\. The servers are: geo, lost\./);
  });

  it('says where servers are defined when there are none', async () => {
    assert.match(await find({}, new FakeToolSource()), /No MCP servers are configured.*\.vscode\/mcp\.json/);
  });

  it('tells what is wrong with the configuration', async () => {
    const source = new FakeToolSource();
    source.configurationWarnings = ['mcp.json:3:5: expected a value.'];
    assert.match(await find({}, source), /Warning: mcp\.json:3:5: expected a value\./);
  });
});

describe('codemode.describe', () => {
  const describePath = async (path: string): Promise<string> => {
    const catalog = new Catalog({ sources: [geo()], exclusions: () => ['geo.drop_*'], log: () => undefined });
    return (await finder().describe(await catalog.snapshot({ servers: 'all', signal }), path)).text;
  };

  for (const path of ['tools.geo.getCity', 'geo.getCity', 'tools.geo["get_city"]', "tools['geo'].get_city"]) {
    it(`gives the declaration of ${path}`, async () => assert.match(await describePath(path), /getCity/));
  }

  it('ends with an example of a call', async () => {
    assert.match(await describePath('tools.geo.getCity'), /\n\/\/ For example:\nawait tools\.geo\.getCity\(\{ name: "name" \}\);$/);
  });

  it('has no example that the schema does not accept', async () => {
    const inputSchema = { ...city, not: { required: ['name'] } };
    const source = new FakeToolSource({ name: 'geo', tools: [toolDefinition('get_city', { inputSchema })] });
    const catalog = new Catalog({ sources: [source], exclusions: () => [], log: () => undefined });
    const { text } = await finder().describe(await catalog.snapshot({ servers: 'all', signal }), 'tools.geo.getCity');
    assert.doesNotMatch(text, /For example/);
  });

  it('has a valid example for nearly every tool of real servers', async () => {
    const snapshot = await recordedSnapshot();
    const all = snapshot.servers.flatMap(({ tools }) => tools);
    const one = finder();
    const described = await Promise.all(all.map(({ path }) => one.describe(snapshot, path)));
    const without = all.filter((_, index) => described[index]?.text.includes('// For example:') !== true).map(({ path }) => path);
    assert.ok(without.length <= all.length * 0.02, without.join(', '));
  });

  it('gives what a server says of itself', async () => {
    assert.match(await describePath('tools.geo'), /getCity, listRivers\nAsk for capitals first\./);
  });

  it('says that a tool is excluded', async () => {
    assert.match(await describePath('tools.geo.dropCity'), /excluded by the pattern "geo\.drop_\*"/);
  });
});
