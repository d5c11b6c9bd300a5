import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { JsonObject } from '../../../../src/base/json.ts';
import type { ToolDefinition } from '../../../../src/catalog/toolSource.ts';
import { Declarations } from '../../../../src/declarations/declarations.ts';
import { observe, observedOutput } from '../../../../src/declarations/observedShape.ts';
import { excluding } from '../../../fakes/excluding.ts';
import { hostCompiler } from '../../../fakes/hostCompiler.ts';
import { sourceValidator } from '../../../fakes/sourceValidator.ts';
import { ToolFinder, type FindRequest } from '../../../../src/engine/find/toolFinder.ts';
import { FakeToolSource, toolDefinition, type FakeServer } from '../../../fakes/fakeToolSource.ts';
import { findingRequests, recordedSnapshot } from '../../../fakes/findingRequests.ts';
import { growth } from '../../../fakes/growth.ts';
import { snapshotOf } from '../../../fakes/snapshotOf.ts';

const city = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

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

const sourceOf = (name: string, ...tools: readonly (string | ToolDefinition)[]) =>
  new FakeToolSource(serverOf(name, ...tools));
const serverOf = (name: string, ...tools: readonly (string | ToolDefinition)[]): FakeServer => ({
  name,
  tools: tools.map((tool) => (typeof tool === 'string' ? toolDefinition(tool) : tool)),
});
/** Returns `count` tools whose names end with a number from 0. */
const numbered = (count: number, name: string, more: Partial<ToolDefinition> = {}) =>
  Array.from({ length: count }, (_, index) => toolDefinition(`${name}_${index}`, more));
/** Returns a schema with `count` texts as optional arguments. */
const withArguments = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`argument_number_${index}`, { type: 'string' }]),
  ),
});

/** One validator for all tests, since starting its thread takes most of the time. */
const validator = sourceValidator({ timeoutMs: 10_000 });

function finder(): ToolFinder {
  return new ToolFinder(new Declarations({ compiler: hostCompiler }), validator);
}

async function find(request: FindRequest, source = geo()): Promise<string> {
  return finder().findTools(await snapshotOf(source, excluding('geo.drop_*')), request);
}

/** Returns the names of the tools whose signatures are in the text. */
function signaturesIn(text: string): string[] {
  return [...text.matchAll(/^tools\.\w+\.([\w$.]+)\(/gm)].map(([, name = '']) => name);
}

describe('findTools', () => {
  it('gives the callable path with its signature and what it does', async () => {
    const [first] = (await find({ query: 'find a city' })).split('\n');
    assert.equal(
      first,
      'tools.geo.getCity(input: { name: string }): Promise<ToolOutput> // Finds a city by its name.',
    );
  });

  it('says in few words which servers could not be asked and have the tools of an earlier time', async () => {
    const cached = {
      at: Date.now() - 3 * 3_600_000,
      state: 'failed',
      error: 'it exited with code 1.',
    } as const;
    const tools = [toolDefinition('get_city')];
    const list = () => Promise.resolve({ ok: true, tools, cached } as const);
    const source = new FakeToolSource({ name: 'geo', list });
    assert.match(
      await find({ query: 'city' }, source),
      /^tools\.geo\.getCity.*\ngeo: down \(a call starts it\); tools as of 3 h ago$/s,
    );
    assert.match(
      await find({}, source),
      /^tools\.geo \(1; down \(a call starts it\); tools as of 3 h ago\): getCity$/m,
    );
  });

  it('does not mark tools of an earlier time whose server nobody has had to ask yet', async () => {
    const list = () =>
      Promise.resolve({
        ok: true,
        tools: [toolDefinition('get_city')],
        cached: { at: 1, state: 'stopped' },
      } as const);
    assert.match(await find({}, new FakeToolSource({ name: 'geo', list })), /^tools\.geo \(1\): getCity$/m);
  });

  it('shows what a tool was seen to answer', async () => {
    const learned = () => observedOutput(observe(undefined, { name: 'Oslo' }));
    const snapshot = await snapshotOf(sourceOf('geo', 'get_city'));
    const knowing = new ToolFinder(new Declarations({ compiler: hostCompiler, learned }), validator);
    for (const text of [
      await knowing.findTools(snapshot, { query: 'city' }),
      (await knowing.search(snapshot, 'city')).map(({ signature }) => signature).join('\n'),
    ]) {
      assert.match(text, /^tools\.geo\.getCity\(.*Promise<\/\*\* observed, 1 call \*\/ \{ name: string \}>/m);
    }
  });

  it('gives only paths with detail names', async () => {
    assert.match(await find({ query: 'city', detail: 'names' }), /^tools\.geo\.getCity$/m);
  });

  it('gives the whole declaration with detail full', async () => {
    assert.match(await find({ query: 'city', detail: 'full' }), /Slowly\./);
  });

  it('gives tools of other servers a place beside the many of one', async () => {
    const many = serverOf('many', ...numbered(30, 'list_city'));
    const source = new FakeToolSource(many, serverOf('small', 'read_city_history'));
    assert.match(
      await find({ query: 'list city', detail: 'names' }, source),
      /^tools\.small\.readCityHistory$/m,
    );
  });

  it('names 20 of the tools whose signatures have no room, and counts the rest', async () => {
    const tools = numbered(40, 'get_city', { inputSchema: withArguments(20) });
    const text = await find({ query: 'city', server: 'geo', limit: 40 }, sourceOf('geo', ...tools));
    assert.ok(text.length < 8_000, `${text.length} characters`);
    assert.match(text, /^Others of geo \(\d+ of 40 shown\): /m);
    assert.equal(/^Others of geo .*: (.*), … \d+ more$/m.exec(text)?.[1]?.split(', ').length, 20);
  });

  it('leaves out what fits far worse than the best', async () => {
    assert.deepEqual(signaturesIn(await find({ query: 'find a city by name' })), ['getCity']);
  });

  for (const [what, request] of [
    ['an overview', {}],
    ['a search', { query: 'find a city', detail: 'full' }],
  ] as const) {
    it(`keeps ${what} within the characters that there is room for`, async () => {
      const tools = numbered(300, 'find_city', { description: 'Finds a city.' });
      const text = await find({ ...request, characters: 2_000 }, sourceOf('geo', ...tools));
      assert.match(text, /findCity/);
      assert.ok(text.length <= 2_000, `${text.length}`);
    });
  }

  it('shares the names of an overview between servers', async () => {
    const many = serverOf('many', ...numbered(5_000, 'tool'));
    const text = await find({}, new FakeToolSource(many, serverOf('small', 'get_city')));
    assert.match(text, /tools\.many \(5000\): tool0, .*… \d+ more/);
    assert.match(text, /tools\.small \(1\): getCity$/m);
    assert.ok(text.length < 20_000, `${text.length} characters`);
  });

  it('lists servers with the count and names of their tools without a query', async () => {
    const lines = (await find({})).split('\n');
    assert.deepEqual(lines, [
      '2 servers, 2 tools:',
      'tools.geo (2): getCity, listRivers',
      'tools.lost: unavailable: it exited with code 1.',
    ]);
  });

  it('keeps to the limit', async () => {
    assert.equal(signaturesIn(await find({ server: 'geo', limit: 1 })).length, 1);
  });

  it('names the other tools of the servers that it finds something in, and says how many are shown', async () => {
    assert.match(
      await find({ query: 'find a city by name' }),
      /^Others of geo \(1 of 2 shown\): listRivers$/m,
    );
  });

  it('names the tools of a server that the query names', async () => {
    const source = new FakeToolSource(serverOf('till', 'charge', 'refund'), serverOf('geo', 'get_city'));
    assert.match(
      await find({ query: 'city in till' }, source),
      /^Others of till \(\d of 2 shown\): .*charge/m,
    );
  });

  it('answers several needs in turn', async () => {
    const text = await find(
      { query: 'get city, list rivers then send card', limit: 3 },
      sourceOf('geo', 'get_city', 'list_rivers', 'send_card', 'get_city_map', 'get_city_history'),
    );
    assert.deepEqual(signaturesIn(text), ['getCity', 'listRivers', 'sendCard']);
  });

  it('gives each need of a list its own share, and says which has no tool', async () => {
    const source = sourceOf('pages', ...numbered(30, 'navigate_page'), 'take_snapshot');
    const text = await find({ query: 'navigate to a page, snapshot, frobnicate' }, source);
    assert.match(text, /^tools\.pages\.navigatePage/m);
    assert.match(text, /^tools\.pages\.takeSnapshot/m);
    assert.match(text, /^No tool found for "frobnicate"\.$/m);
  });

  it('shows of what fits less well the names of its arguments, the required ones first', async () => {
    const properties = { limit: { type: 'integer' }, 'a-b': { type: 'string' }, name: { type: 'string' } };
    const inputSchema = { type: 'object', properties, required: ['name'] };
    const history = toolDefinition('get_city_history', { description: 'History of one.', inputSchema });
    const text = await find({ query: 'get city' }, sourceOf('geo', 'get_city', history));
    assert.match(text, /^tools\.geo\.getCityHistory\(\{ name, limit\?, "a-b"\? \}\) \/\/ History of one\.$/m);
  });

  it('names other tools of servers with a strong hit alone', async () => {
    const strong = serverOf('geo', 'list_cities', 'add_city');
    const weak = serverOf('water', 'list_cities_of_rivers', 'drop_river');
    const text = await find({ query: 'list cities' }, new FakeToolSource(strong, weak));
    assert.match(text, /^Others of geo /m);
    assert.doesNotMatch(text, /^Others of water /m);
  });

  it('is short: 300 tokens for half of the requests to real servers, 600 for nine of ten', async () => {
    const snapshot = await recordedSnapshot();
    const all = finder();
    const texts = await Promise.all(
      findingRequests().map(({ request }) => all.findTools(snapshot, { query: request })),
    );
    const sizes = texts.map((text) => countTokens(text)).sort((a, b) => a - b);
    assert.ok(
      (sizes[Math.floor(sizes.length / 2)] ?? Infinity) <= 300,
      `median ${sizes[Math.floor(sizes.length / 2)]}`,
    );
    assert.ok(
      (sizes[Math.floor(sizes.length * 0.9)] ?? Infinity) <= 600,
      `p90 ${sizes[Math.floor(sizes.length * 0.9)]}`,
    );
  });

  it('shows all tools of a server when the limit is as large, however little they fit', async () => {
    assert.deepEqual(signaturesIn(await find({ query: 'city', server: 'geo', limit: 2 })), [
      'getCity',
      'listRivers',
    ]);
  });

  it('gives all signatures of a server without a query', async () => {
    const tools = numbered(60, 'get_city', { inputSchema: withArguments(8) });
    const text = await find({ server: 'geo' }, sourceOf('geo', ...tools));
    assert.equal(signaturesIn(text).length, 60);
  });

  it('says what to try when nothing fits, and which servers were not asked', async () => {
    const text = await find({ query: 'quux' });
    assert.match(text, /No tool found for "quux"\. Try other words/);
    assert.match(text, /lost: unavailable: it exited with code 1\./);
  });

  it('names the servers when asked about one that is not there', async () => {
    assert.match(await find({ server: 'web' }), /No server "web"\. Servers: geo, lost\./);
  });

  it('names the tool that is meant where a tool is given as a server', async () => {
    assert.match(
      await find({ server: 'getcity' }),
      /No server "getcity"\. Did you mean tools\.geo\.getCity\?/,
    );
  });

  it('says where servers are defined when there are none', async () => {
    assert.match(await find({}, new FakeToolSource()), /No MCP servers.*\.vscode\/mcp\.json/);
  });

  it('tells what is wrong with the configuration', async () => {
    const source = new FakeToolSource();
    source.configurationWarnings = ['mcp.json:3:5: expected a value.'];
    assert.match(await find({}, source), /Warning: mcp\.json:3:5: expected a value\./);
  });
});

describe('resources and prompts', () => {
  const tools = [
    toolDefinition('gzip_file_as_resource', {
      description: 'Compresses a file and returns it as a resource.',
    }),
  ];
  const library: FakeServer = {
    name: 'library',
    list: () => Promise.resolve({ ok: true, tools, features: ['resources', 'prompts'] } as const),
  };
  const sources = () => new FakeToolSource(library, serverOf('geo', 'get_city'));

  it('are found by who asks for resources', async () => {
    assert.deepEqual(signaturesIn(await find({ query: 'read a resource' }, sources())), [
      '$resources.list',
      '$resources.templates',
      '$resources.read',
    ]);
  });

  it('are found by who asks for prompts of a server', async () => {
    assert.deepEqual(signaturesIn(await find({ query: 'prompts of library' }, sources())), [
      '$prompts.list',
      '$prompts.get',
    ]);
  });

  it('have completions where the server has them', async () => {
    const features = ['prompts', 'promptCompletions'] as const;
    const list = () => Promise.resolve({ ok: true, tools, features } as const);
    const found = await find({ query: 'list prompts' }, new FakeToolSource({ name: 'library', list }));
    assert.deepEqual(signaturesIn(found), ['$prompts.list', '$prompts.get', '$prompts.complete']);
  });

  it('stand before the tools that are found when other things are asked for too', async () => {
    const found = signaturesIn(await find({ query: 'list resources and gzip a file' }, sources()));
    assert.deepEqual([found[0], found.at(-1)], ['$resources.list', 'gzipFileAsResource']);
  });

  it('are not found by who asks for something else', async () => {
    assert.deepEqual(signaturesIn(await find({ query: 'compress a file' }, sources())), [
      'gzipFileAsResource',
    ]);
  });

  it('are not found where no server has any', async () => {
    assert.doesNotMatch(await find({ query: 'read resources' }), /\$resources/);
  });
});

describe('codemode.search', () => {
  const search = async (query: string) => finder().search(await snapshotOf(geo()), query);

  it('leaves out what findTools leaves out, and names it in the first tool of its server', async () => {
    assert.deepEqual(
      (await search('find a city by name')).map(({ path, others }) => [path, others]),
      [['tools.geo.getCity', ['dropCity', 'listRivers']]],
    );
  });

  it('gives a score of 1 to the best', async () => assert.equal((await search('find a city'))[0]?.score, 1));
});

describe('codemode.describe', () => {
  const describePath = async (path: string): Promise<string> =>
    (await finder().describe(await snapshotOf(geo(), excluding('geo.drop_*')), path)).text;

  for (const path of ['tools.geo.getCity', 'geo.getCity', 'tools.geo["get_city"]', "tools['geo'].get_city"]) {
    it(`gives the declaration of ${path}`, async () => assert.match(await describePath(path), /getCity/));
  }

  it('reads a name with dots, and not the tool of its first part', async () => {
    const snapshot = await snapshotOf(sourceOf('geo', 'city', 'city.list'));
    assert.match((await finder().describe(snapshot, 'geo.city.list')).text, /tools\.geo\.cityList\(/);
    assert.match((await finder().describe(snapshot, 'tools.geo.city.raw')).text, /tools\.geo\.city\(/);
    assert.match(
      (await finder().describe(snapshot, 'tools.geo.city({ id: 1.5 })')).text,
      /tools\.geo\.city\(/,
    );
  });

  const described = async (inputSchema: JsonObject): Promise<string> => {
    const source = sourceOf('geo', toolDefinition('get_city', { inputSchema }));
    return (await finder().describe(await snapshotOf(source), 'tools.geo.getCity')).text;
  };

  const telling: readonly (readonly [what: string, name: JsonObject, argument: string])[] = [
    [
      'a value of the description',
      { type: 'string', description: "The city, such as '#W0000000'." },
      '"#W0000000"',
    ],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{3}$' }, '"AAA"'],
    ['a format', { type: 'string', format: 'date' }, '"2026-01-31"'],
    [
      'an object',
      { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] },
      '{ of: "of" }',
    ],
  ];
  for (const [what, name, argument] of telling) {
    it(`ends with an example of a call that shows ${what}`, async () => {
      const text = await described({ type: 'object', properties: { name }, required: ['name'] });
      assert.ok(text.endsWith(`\n// For example:\nawait tools.geo.getCity({ name: ${argument} });`), text);
    });
  }

  it('has no example that says what the types say', async () => {
    const properties = {
      name: { type: 'string' },
      limit: { type: 'integer', default: 3 },
      unit: { enum: ['km', 'mi'] },
    };
    assert.doesNotMatch(
      await described({ type: 'object', properties, required: ['name', 'limit', 'unit'] }),
      /For example/,
    );
  });

  it('has no example that the schema does not accept', async () => {
    const properties = { name: { type: 'string', format: 'date' } };
    assert.doesNotMatch(
      await described({ type: 'object', properties, required: ['name'], not: { required: ['name'] } }),
      /For example/,
    );
  });

  it('has a valid example for nearly every tool of real servers whose required arguments are objects, or have patterns or formats', async () => {
    const snapshot = await recordedSnapshot();
    const telling = snapshot.servers
      .flatMap(({ tools }) => tools)
      .filter(({ inputSchema }) => {
        const { properties, required } = inputSchema as {
          properties?: Record<string, JsonObject>;
          required?: string[];
        }; // as servers write them
        return (
          required?.some((name) =>
            ['pattern', 'format', 'properties'].some((keyword) => keyword in (properties?.[name] ?? {})),
          ) === true
        );
      });
    assert.ok(telling.length >= 10, String(telling.length));
    const one = finder();
    const texts = await Promise.all(telling.map(({ path }) => one.describe(snapshot, path)));
    const without = telling
      .filter((_, index) => texts[index]?.text.includes('// For example:') !== true)
      .map(({ path }) => path);
    assert.ok(without.length <= 2, without.join(', '));
  });

  it('is whole where there is room, and names what is cut where there is none', async () => {
    const tools = [4, 50].map((times) =>
      toolDefinition(`find_${times}`, {
        description: `${'Finds a city by its name, slowly. '.repeat(times * 4)}The end.`,
      }),
    );
    const snapshot = await snapshotOf(sourceOf('geo', ...tools));
    const [short, long] = await Promise.all(
      ['find4', 'find50'].map((name) => finder().describe(snapshot, `tools.geo.${name}`)),
    );
    assert.match(short?.text ?? '', /The end\.[^]*Promise<ToolOutput>;$/);
    assert.match(long?.text ?? '', /\/\/ shortened: the description; codemode\.describe/);
    const full = await finder().findTools(snapshot, { query: 'find', detail: 'full' });
    assert.ok(full.split('The end.').length === 3, 'both are whole');
    const tight = await finder().findTools(snapshot, { query: 'find', detail: 'full', characters: 4_000 });
    assert.ok(tight.length < 4_000);
    assert.ok(tight.includes('The end.') && tight.includes('shortened: the description'));
  });

  it('reads no more of a long query than its beginning', async () => {
    const snapshot = await snapshotOf(geo());
    await finder().search(snapshot, 'city');
    const searching = (times: number) => {
      const query = 'list the cities of geo '.repeat(times);
      return async () => {
        const [best] = await finder().search(snapshot, query);
        assert.equal(best?.path.startsWith('tools.geo.'), true);
      };
    };
    assert.ok((await growth(searching, 500, 100)) < 20);
  });

  it('gives what a server says of itself', async () => {
    assert.match(await describePath('tools.geo'), /getCity, listRivers\nAsk for capitals first\./);
  });

  it('says that a tool is excluded', async () => {
    assert.match(await describePath('tools.geo.dropCity'), /excluded by "geo\.drop_\*"/);
  });
});
