import assert from 'node:assert/strict';
import { Catalog } from '../../../src/catalog/catalog.ts';
import type { ToolLookup } from '../../../src/catalog/catalogSnapshot.ts';
import { excluding } from '../../fakes/excluding.ts';
import { FakeToolSource, toolDefinition, type FakeServer } from '../../fakes/fakeToolSource.ts';
import { recorded, recordedServers } from '../../fakes/recordedTools.ts';

async function snapshotOf(
  servers: readonly FakeServer[],
  exclusions: readonly string[] = [],
  asked: 'all' | string[] = 'all',
) {
  const catalog = new Catalog({
    sources: [new FakeToolSource(...servers)],
    routing: () => excluding(...exclusions),
    log: () => undefined,
  });
  return catalog.snapshot({ servers: asked, signal: new AbortController().signal });
}

function server(name: string, ...tools: readonly string[]): FakeServer {
  return { name, tools: tools.map((tool) => toolDefinition(tool)) };
}

function nearest(lookup: ToolLookup): string[] {
  if (lookup.kind === 'unknown_tool') return lookup.nearest.map(({ path }) => path);
  assert.equal(lookup.kind, 'unknown_server');
  return lookup.nearest.map(({ namespace }) => namespace);
}

describe('a snapshot', () => {
  it('finds a tool by any mix of raw and legal names', async () => {
    const snapshot = await snapshotOf([server('my-geo', 'get_city')]);
    const kinds = ['my-geo', 'myGeo'].flatMap((name) =>
      ['get_city', 'getCity'].map((tool) => snapshot.find(name, tool).kind),
    );
    assert.deepEqual(kinds, ['tool', 'tool', 'tool', 'tool']);
  });

  it('finds a tool by a name that differs in letter case and joints only', async () => {
    const snapshot = await snapshotOf([server('my-geo', 'get_city')]);
    const found = snapshot.find('My_Geo', 'GET_CITY');
    assert.equal(found.kind === 'tool' && found.tool.path, 'tools.myGeo.getCity');
  });

  it('asks a server that is named in another case', async () => {
    const snapshot = await snapshotOf([server('my-geo', 'get_city'), server('other')], [], ['my_geo']);
    assert.deepEqual(
      snapshot.servers.map(({ listed }) => listed),
      [true, false],
    );
  });

  it('asks only the very server where two are alike', async () => {
    const snapshot = await snapshotOf([server('geo', 'a'), server('Geo', 'b')], [], ['geo']);
    assert.deepEqual(
      snapshot.servers.filter(({ listed }) => listed).map(({ name }) => name),
      ['geo'],
    );
  });

  it('finds tools whose names every object has', async () => {
    const snapshot = await snapshotOf([server('__proto__', 'constructor', 'then', '__proto__')]);
    for (const tool of ['constructor', 'then', '__proto__', 'constructor_', 'then_', 'proto']) {
      assert.equal(snapshot.find('__proto__', tool).kind, 'tool', tool);
    }
  });

  it('finds nothing that only every object has', async () => {
    const snapshot = await snapshotOf([server('geo', 'get_city')]);
    for (const name of ['toString', '__proto__', 'constructor', 'hasOwnProperty']) {
      assert.equal(snapshot.find('geo', name).kind, 'unknown_tool', name);
      assert.equal(snapshot.find(name, 'get_city').kind, 'unknown_server', name);
    }
  });

  it('does not take a server that was not asked for one without tools', async () => {
    const found = (await snapshotOf([server('geo', 'get_city')], [], [])).find('geo', 'getCity');
    assert.match(found.kind === 'unavailable' ? found.error : '', /not asked/);
  });

  const files = server('filesystem', 'read_text_file', 'write_file', 'list_directory');
  const memory = server('memory', 'create_entities', 'search_nodes', 'read_graph');
  const guesses: readonly (readonly [server: string, tool: string, nearest: readonly string[]])[] = [
    ['filesystem', 'readTextFil', ['tools.filesystem.readTextFile']],
    ['filesystem', 'readFile', ['tools.filesystem.readTextFile']],
    ['filesystem', 'listDir', ['tools.filesystem.listDirectory']],
    ['filesystem', 'createEntities', ['tools.memory.createEntities']],
    ['filesystem', 'sendEmail', []],
    ['filesystem', '', []],
    ['fileSystems', 'readTextFile', ['filesystem']],
    ['fs', 'write_file', ['filesystem']],
    ['slack', 'postMessage', []],
  ];
  for (const [name, tool, expected] of guesses) {
    it(`offers ${expected.join(' and ') || 'nothing'} for ${name}.${tool || '(nothing)'}`, async () => {
      assert.deepEqual(nearest((await snapshotOf([files, memory])).find(name, tool)), expected);
    });
  }

  it('offers at most three', async () => {
    const snapshot = await snapshotOf([server('geo', 'getCity1', 'getCity3', 'getCity4', 'getCity5')]);
    assert.equal(nearest(snapshot.find('geo', 'getCity')).length, 3);
  });
});

describe('search', () => {
  const servers = recordedServers.map((name) => ({ name, ...recorded(name) }));
  it('gives all tools in order for a query without words', async () => {
    const snapshot = await snapshotOf(servers);
    const all = snapshot.servers.flatMap(({ tools }) => tools);
    assert.deepEqual(
      (await snapshot.search('  ')).map(({ tool }) => tool),
      all,
    );
  });

  it('looks at one server only, by either name, when told', async () => {
    const snapshot = await snapshotOf(servers);
    for (const name of ['sequentialThinking', 'sequential-thinking']) {
      assert.deepEqual(
        (await snapshot.search('', { server: name })).map(({ tool }) => tool.namespace),
        ['sequentialThinking'],
      );
    }
  });

  it('answers hostile queries', async () => {
    const snapshot = await snapshotOf(servers);
    for (const query of ['x'.repeat(1_000_000), '(((*', '\\u0000', '__proto__ constructor']) {
      assert.ok(Array.isArray(await snapshot.search(query)));
    }
  });
});
