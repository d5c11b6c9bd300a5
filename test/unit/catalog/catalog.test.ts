import assert from 'node:assert/strict';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Catalog } from '../../../src/catalog/catalog.ts';
import { ordinaryTools } from '../../../src/catalog/catalogSnapshot.ts';
import type { ListOptions, ServerListing, ToolSource } from '../../../src/catalog/toolSource.ts';
import { excluding } from '../../fakes/excluding.ts';
import { FakeToolSource, toolDefinition } from '../../fakes/fakeToolSource.ts';

const { signal } = new AbortController();
const all = { servers: 'all', signal } as const;
const never = () => Promise.withResolvers<ServerListing>().promise;

function catalogOf(
  sources: readonly ToolSource[],
  options: { exclusions?: readonly string[]; listTimeoutMs?: number; log?: string[] } = {},
) {
  const { exclusions = [], listTimeoutMs, log = [] } = options;
  return new Catalog({
    sources,
    routing: () => excluding(...exclusions),
    log: (line) => log.push(line),
    ...(listTimeoutMs !== undefined && { listTimeoutMs }),
  });
}

async function snapshotOf(source: ToolSource, exclusions: readonly string[] = []) {
  return catalogOf([source], { exclusions }).snapshot(all);
}

describe('the catalog', () => {
  it('gives every tool its path', async () => {
    const source = new FakeToolSource({ name: 'my weather', tools: [toolDefinition('get_weather')] });
    const snapshot = await snapshotOf(source);
    assert.deepEqual(
      snapshot.servers.map(({ namespace, state, listed, tools }) => ({
        namespace,
        state,
        listed,
        paths: tools.map(({ path }) => path),
      })),
      [{ namespace: 'myWeather', state: 'running', listed: true, paths: ['tools.myWeather.getWeather'] }],
    );
  });

  it('passes on what is wrong with the configuration and with a list of tools', async () => {
    const list = () =>
      Promise.resolve({ ok: true, tools: [], warnings: ['tool 2 of the list is left out'] } as const);
    const source = new FakeToolSource({ name: 'geo', list });
    source.configurationWarnings = ['mcp.json:3:5: expected a value.'];
    const { warnings } = await snapshotOf(source);
    assert.deepEqual(warnings, ['mcp.json:3:5: expected a value.', 'geo: tool 2 of the list is left out']);
  });

  it('says where the tool is called, by its raw names', async () => {
    const source = new FakeToolSource({ name: 'my weather', tools: [toolDefinition('get_weather')] });
    const found = (await snapshotOf(source)).find('myWeather', 'getWeather');
    assert.equal(found.kind, 'tool');
    const { source: called, server, name } = found.tool;
    await called.callTool(server, name, { city: 'Graz' }, { signal });
    assert.deepEqual(source.calls, [{ server: 'my weather', tool: 'get_weather', input: { city: 'Graz' } }]);
  });

  it('lists only the servers asked for, by either name', async () => {
    const source = new FakeToolSource({ name: 'my-a' }, { name: 'my-b' }, { name: 'my-c' });
    const snapshot = await catalogOf([source]).snapshot({ servers: ['myA', 'my-c', 'absent'], signal });
    assert.deepEqual(source.listed, ['my-a', 'my-c']);
    assert.deepEqual(
      snapshot.servers.map(({ name, listed, state }) => [name, listed, state]),
      [
        ['my-a', true, 'running'],
        ['my-b', false, 'stopped'],
        ['my-c', true, 'running'],
      ],
    );
  });

  it('keeps the order of the configuration and sorts tools by raw name', async () => {
    const tools = ['b', 'C', 'a'].map((name) => toolDefinition(name));
    const snapshot = await catalogOf([
      new FakeToolSource({ name: 'z', tools }),
      new FakeToolSource({ name: 'a' }),
    ]).snapshot(all);
    assert.deepEqual(
      snapshot.servers.map(({ name, tools: listed }) => [name, ...listed.map((tool) => tool.name)]),
      [['z', 'C', 'a', 'b'], ['a']],
    );
  });

  it('lets a failing server fail alone', async () => {
    const source = new FakeToolSource(
      { name: 'good', tools: [toolDefinition('x')] },
      { name: 'bad', list: () => Promise.resolve({ ok: false, error: 'it exited with code 1.' }) },
    );
    const snapshot = await snapshotOf(source);
    assert.deepEqual(
      snapshot.servers.map(({ name, error, state, tools }) => [name, error, state, tools.length]),
      [
        ['good', undefined, 'running', 1],
        ['bad', 'it exited with code 1.', 'failed', 0],
      ],
    );
    assert.equal(snapshot.find('bad', 'x').kind, 'unavailable');
  });

  it('turns a rejection of a source into an error of that server and a line in the log', async () => {
    const log: string[] = [];
    const source = new FakeToolSource({ name: 'bad', list: () => Promise.reject(new Error('boom')) });
    const snapshot = await catalogOf([source], { log }).snapshot(all);
    assert.match(snapshot.servers[0]?.error ?? '', /failed: boom/);
    assert.match(log.join(), /bad failed: boom/);
  });

  it('gives up on a server that never lists, and cancels the listing', async () => {
    const cancelled = Promise.withResolvers<undefined>();
    const source = new FakeToolSource({
      name: 'slow',
      list: (listing) => {
        listing.addEventListener('abort', () => cancelled.resolve(undefined));
        return never();
      },
    });
    const snapshot = await catalogOf([source], { listTimeoutMs: 5 }).snapshot(all);
    assert.match(snapshot.servers[0]?.error ?? '', /over 0\.005 s/);
    assert.equal(snapshot.servers[0]?.state, 'failed');
    await cancelled.promise;
  });

  it('lets nobody be asked unless told, and then waits for as long as a person takes', async () => {
    const list = () => setTimeout(20, { ok: true, tools: [toolDefinition('x')] } as const);
    const source = new FakeToolSource({ name: 'asking', state: 'needs_input', list });
    const catalog = catalogOf([source], { listTimeoutMs: 1 });
    const quiet = await catalog.snapshot(all);
    assert.match(quiet.servers[0]?.error ?? '', /over 0\.001 s/);
    const asking = await catalog.snapshot({ ...all, interactive: true });
    assert.equal(asking.find('asking', 'x').kind, 'tool');
    assert.deepEqual(source.interactive, [false, true]);
  });

  const earlier = { at: 1_000, state: 'failed', error: 'it exited with code 1.' } as const;

  it('has the tools of an earlier time, marked, where the server cannot be asked', async () => {
    const list = () => Promise.resolve({ ok: true, tools: [toolDefinition('x')], cached: earlier } as const);
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'a', list }));
    const { state, error, cachedAt } = snapshot.servers[0] ?? {};
    assert.deepEqual({ state, error, cachedAt }, { state: 'failed', error: earlier.error, cachedAt: 1_000 });
    assert.deepEqual([snapshot.find('a', 'x').kind, snapshot.find('a', 'y').kind], ['tool', 'unknown_tool']);
  });

  it('uses again what it made of a list when only the server has become another', async () => {
    const tools = [toolDefinition('x')];
    const states = [earlier, undefined];
    const list = () => {
      const cached = states.shift();
      return Promise.resolve({ ok: true, tools, ...(cached && { cached }) } as const);
    };
    const catalog = catalogOf([new FakeToolSource({ name: 'a', list })]);
    const [before, after] = [await catalog.snapshot(all), await catalog.snapshot(all)];
    assert.deepEqual(
      [before.servers[0]?.state, after.servers[0]?.state, after.servers[0]?.error],
      ['failed', 'running', undefined],
    );
    assert.equal(before.servers[0]?.tools, after.servers[0]?.tools);
  });

  it('has the servers asked themselves that are to be asked anew, and no others', async () => {
    const anew: unknown[] = [];
    const list =
      (name: string) =>
      (_: AbortSignal, { fresh }: ListOptions) => {
        anew.push([name, fresh]);
        return Promise.resolve({ ok: true, tools: [] } as const);
      };
    const catalog = catalogOf([
      new FakeToolSource({ name: 'my-a', list: list('my-a') }, { name: 'b', list: list('b') }),
    ]);
    await catalog.snapshot({ ...all, fresh: ['myA'] });
    assert.deepEqual(anew, [
      ['my-a', true],
      ['b', false],
    ]);
  });

  it('keeps apart a server that failed from one that needs a person', async () => {
    const list = () => Promise.resolve({ ok: false, error: 'it waits.', needs: 'needs_sign_in' } as const);
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'a', list }));
    assert.equal(snapshot.servers[0]?.state, 'needs_sign_in');
  });

  it('tells that a server is still starting when a snapshot cannot wait, and lets it start', async () => {
    const listing = Promise.withResolvers<ServerListing>();
    const source = new FakeToolSource({ name: 'slow', list: () => listing.promise });
    const catalog = catalogOf([source]);
    const early = await catalog.snapshot({ ...all, timeoutMs: 1 });
    assert.deepEqual([early.servers[0]?.state, early.servers[0]?.listed], ['starting', true]);
    assert.match(early.servers[0]?.error ?? '', /still starting/);
    const late = catalog.snapshot(all);
    await setImmediate();
    listing.resolve({ ok: true, tools: [toolDefinition('x')] });
    assert.equal((await late).find('slow', 'x').kind, 'tool');
    assert.deepEqual(source.listed, ['slow']);
  });

  it('asks again for each snapshot', async () => {
    const source = new FakeToolSource({ name: 'a', tools: [toolDefinition('x')] });
    const catalog = catalogOf([source]);
    const before = await catalog.snapshot(all);
    source.change({ name: 'a', tools: [toolDefinition('y')] });
    const after = await catalog.snapshot(all);
    assert.deepEqual([before.find('a', 'x').kind, after.find('a', 'x').kind], ['tool', 'unknown_tool']);
  });

  it('makes a list anew when exclusions have changed', async () => {
    const patterns: string[] = [];
    const source = new FakeToolSource({ name: 'a', tools: [toolDefinition('x')] });
    const catalog = catalogOf([source], { exclusions: patterns });
    const before = await catalog.snapshot(all);
    patterns.push('a.x');
    const after = await catalog.snapshot(all);
    assert.deepEqual([before.find('a', 'x').kind, after.find('a', 'x').kind], ['tool', 'withheld']);
    assert.deepEqual([(await before.search('x')).length, (await after.search('x')).length], [1, 0]);
  });

  it('rejects at once when aborted', async () => {
    const controller = new AbortController();
    const waiting = catalogOf([new FakeToolSource({ name: 'slow', list: never })], {
      listTimeoutMs: 50,
    }).snapshot({
      servers: 'all',
      signal: controller.signal,
    });
    controller.abort(new Error('stopped by a person'));
    await assert.rejects(waiting, /stopped by a person/);
  });

  it('uses the first of two servers of one name and says so', async () => {
    const first = new FakeToolSource({ name: 'a', origin: 'one.json', tools: [toolDefinition('x')] });
    const second = new FakeToolSource({ name: 'a', origin: 'two.json' });
    const snapshot = await catalogOf([first, second]).snapshot(all);
    assert.deepEqual(snapshot.warnings, [
      'Server "a" is defined in one.json (used) and two.json (not used).',
    ]);
    assert.deepEqual(second.listed, []);
  });

  it('tells two servers apart that become one name', async () => {
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'my_a' }, { name: 'my-a' }));
    assert.deepEqual(
      snapshot.servers.map(({ namespace }) => namespace),
      ['myA2', 'myA'],
    );
    assert.deepEqual(snapshot.warnings, [
      'Servers "my-a" and "my_a" share the name tools.myA; the second is tools.myA2.',
    ]);
  });

  it('tells two tools apart that become one name, and says so', async () => {
    const tools = [toolDefinition('get_city'), toolDefinition('get-city')];
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'geo', tools }));
    assert.deepEqual(snapshot.warnings, [
      'geo: "get-city" and "get_city" share the name getCity; the second is tools.geo.getCity2.',
    ]);
  });

  it('leaves out what cannot be told apart or named', async () => {
    const tools = [toolDefinition('a'), toolDefinition('a'), toolDefinition('x'.repeat(300))];
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'geo', tools }));
    assert.equal(snapshot.servers[0]?.tools.length, 1);
    assert.equal(snapshot.warnings.length, 2);
  });

  it('takes a tool as writing unless it is marked read-only and not destructive', async () => {
    const [reads, destroys] = [{ readOnlyHint: true }, { readOnlyHint: true, destructiveHint: true }];
    const marked = [{}, reads, { ...destroys, destructiveHint: false }, destroys];
    const tools = marked.map((annotations, index) => toolDefinition(`t${index}`, { annotations }));
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'geo', tools }));
    assert.deepEqual(
      snapshot.servers[0]?.tools.map(({ readOnly }) => readOnly),
      [false, true, true, false],
    );
  });

  it('sets excluded tools apart without renaming others', async () => {
    const tools = [toolDefinition('get-city'), toolDefinition('get_city')];
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'geo', tools }), ['geo.get-city']);
    assert.deepEqual(
      snapshot.servers[0]?.tools.map(({ method }) => method),
      ['getCity2'],
    );
    const [withheld] = snapshot.servers[0].withheld;
    assert.deepEqual(
      [withheld?.method, withheld?.route, withheld?.why],
      ['getCity', 'tool', { by: 'excluded', pattern: 'geo.get-city', setting: 'codeMode.excludedTools' }],
    );
    assert.equal(withheld?.tool?.definition, tools[0]);
  });

  it('says under which name an excluded tool is offered, where ordinary tools are', async () => {
    const source = new FakeToolSource({ name: 'my-geo', tools: [toolDefinition('get_city')] });
    const passthrough = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}_${name}`;
    const routing = () => ({ ...excluding('*'), passthrough });
    const catalog = new Catalog({ sources: [source], routing, log: () => undefined });
    const { servers } = await catalog.snapshot(all);
    assert.equal(servers[0]?.withheld[0]?.offeredAs, 'myGeo_get_city');
    assert.deepEqual(
      servers.flatMap(ordinaryTools).map(({ name }) => name),
      ['get_city'],
    );
  });

  it('offers tools of a small server directly, and to scripts', async () => {
    const tools = [toolDefinition('get_city'), toolDefinition('poll', { appOnly: true })];
    const routing = () => ({ passthrough: () => '', direct: { tools: 1, tokens: 1_000 } });
    const catalog = new Catalog({
      sources: [new FakeToolSource({ name: 'geo', tools })],
      routing,
      log: () => undefined,
    });
    const { servers } = await catalog.snapshot(all);
    assert.deepEqual(
      servers.flatMap(ordinaryTools).map(({ name, why }) => [name, why.by]),
      [['get_city', 'smallServer']],
    );
    assert.deepEqual(
      servers[0]?.tools.map(({ name }) => name),
      ['get_city'],
    );
  });

  it('excludes for one model alone what its rules exclude, and shares its changes', async () => {
    const catalog = catalogOf([new FakeToolSource({ name: 'geo', tools: [toolDefinition('get_city')] })]);
    const excluded = [{ pattern: 'geo.*', setting: 'codeMode.models' }];
    const ofModel = catalog.forModel({ excluded });
    const kinds = [];
    for (const each of [ofModel, catalog]) kinds.push((await each.snapshot(all)).find('geo', 'getCity').kind);
    assert.deepEqual(kinds, ['withheld', 'tool']);
    let changes = 0;
    ofModel.onDidChange(() => (changes += 1));
    catalog.routingChanged();
    assert.equal(changes, 1);
  });

  it('sets tools apart that are for the app of their server alone', async () => {
    const tools = [toolDefinition('poll-page', { appOnly: true }), toolDefinition('poll_page')];
    const snapshot = await snapshotOf(new FakeToolSource({ name: 'pdf', tools }));
    const [server] = snapshot.servers;
    assert.deepEqual(
      [
        server?.tools.map(({ method }) => method),
        server?.withheld.map(({ method, route, tool }) => [method, route, tool]),
      ],
      [['pollPage2'], [['pollPage', 'off', undefined]]],
    );
    assert.deepEqual(
      ['poll-page', 'pollPage', 'poll_page'].map((name) => snapshot.find('pdf', name).kind),
      ['withheld', 'withheld', 'tool'],
    );
    assert.deepEqual(
      (await snapshot.search('poll page')).map(({ tool }) => tool.method),
      ['pollPage2'],
    );
  });

  it('knows its servers without starting one', async () => {
    const source = new FakeToolSource({ name: 'my-a' });
    const known = await catalogOf([source]).knownServers();
    assert.deepEqual(
      known.map(({ name, namespace, origin, state }) => ({ name, namespace, origin, state })),
      [{ name: 'my-a', namespace: 'myA', origin: '/project/mcp.json', state: 'stopped' }],
    );
    assert.deepEqual(source.listed, []);
  });

  it('tells of changes of sources and of routes until nobody listens', () => {
    const source = new FakeToolSource();
    const catalog = catalogOf([source]);
    let changes = 0;
    const stop = catalog.onDidChange(() => (changes += 1));
    source.change();
    catalog.routingChanged();
    stop();
    source.change();
    catalog.routingChanged();
    assert.deepEqual([changes, source.listeners], [2, 0]);
  });
});
