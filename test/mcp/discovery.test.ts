// Tests the knowledge about servers that is kept from one session to the next, and when servers are asked again.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { ToolListing, ListOptions, ToolDefinition } from '../../src/catalog/toolSource.ts';
import { defaultDiscovery, hourMs } from '../../src/mcp/connection/discoveryRules.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';

const signal = new AbortController().signal;
const readOnly: ToolDefinition = {
  name: 'echo',
  description: '',
  inputSchema: {},
  annotations: { readOnlyHint: true },
};

describe('a server whose tools are known from an earlier session', () => {
  let workspace: McpWorkspace;
  const behave = (behaviour: string) => workspace.write('behaviour', behaviour);
  const state = () => workspace.state('faults');

  /** Opens a workspace whose server has listed its tools in a first session. */
  const open = async (options: Parameters<typeof McpWorkspace.inMemory>[1]) => {
    workspace = await McpWorkspace.inMemory({}, options);
    await behave('ok');
    await workspace.define({ faults: faultServer(`from:${join(workspace.folder, 'behaviour')}`) });
    await workspace.tools('faults');
  };
  /** Starts the next session, in which the server has this behaviour. */
  const later = async (behaviour: string) => {
    await behave(behaviour);
    await workspace.nextSession();
  };
  const listing = async (options: Partial<ListOptions> = {}): Promise<ToolListing> => {
    const listed = await workspace.source.listTools('faults', { signal, ...options });
    if (!listed.ok) throw new Error(listed.error);
    return listed;
  };
  /** Calls echo for a script whose snapshot has this definition of the tool. */
  const callEcho = (expectedTool: ToolDefinition) =>
    workspace.source.callTool('faults', 'echo', { text: 'x' }, { signal, expectedTool });
  /** Settles when the server is in this state. */
  const becomes = async (wanted: string) => {
    for (let changed = change(); (await state()) !== wanted; changed = change()) await changed;
  };
  const change = () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const stop = workspace.source.onDidChange(() => {
      stop();
      resolve(undefined);
    });
    return promise;
  };

  beforeEach(() => open({ patienceMs: 20_000 }));
  afterEach(() => workspace.dispose());

  it('has them at once, with their age, and is asked in the background', async () => {
    await later('malformed');
    const known = await listing();
    assert.ok(known.tools.some(({ name }) => name === 'hang'));
    assert.ok(Math.abs(Date.now() - (known.cached?.at ?? 0)) < hourMs);
    await becomes('running');
    assert.deepEqual(
      (await listing()).tools.map(({ name }) => name),
      ['echo', 'say_hello'],
    );
  });

  it('gives a list that did not change as the same', async () => {
    await later('ok');
    const known = await listing();
    await becomes('running');
    const live = await listing();
    assert.deepEqual([live.cached, live.tools === known.tools], [undefined, true]);
  });

  it('is in a snapshot as it was then, and in the next one, and its search, as it is now', async () => {
    await later('malformed');
    const catalog = new Catalog({ sources: [workspace.source], routing: () => ({}), log: () => undefined });
    const before = await catalog.snapshot({ servers: 'all', signal });
    await becomes('running');
    const after = await catalog.snapshot({ servers: 'all', signal });
    assert.deepEqual(
      [before.find('faults', 'hang').kind, after.find('faults', 'hang').kind],
      ['tool', 'unknown_tool'],
    );
    assert.deepEqual(
      [(await before.search('hang')).length > 0, (await after.search('hang')).length],
      [true, 0],
    );
  });

  it('tells what it knows, without starting it', async () => {
    await later('ok');
    const known = await workspace.source.knownTools('faults');
    assert.deepEqual([(known?.tools.length ?? 0) > 5, known?.cached?.state], [true, 'stopped']);
  });

  it('keeps them when it cannot be started, and says why', async () => {
    await later('exit');
    await listing();
    await becomes('failed');
    const { tools, cached } = await listing();
    assert.ok(tools.length > 5);
    assert.equal(cached?.state, 'failed');
    assert.match(cached.error ?? '', /^it exited with code 3/);
  });

  it('is not tried in the background again and again when it cannot be started', async () => {
    await workspace.dispose();
    await open({ retryAfterMs: 0 });
    await later('exit');
    await listing();
    await becomes('failed');
    await listing();
    assert.equal(await state(), 'failed');
  });

  it('is asked again before a call when it said that its tools changed', async () => {
    await workspace.call('faults', 'add_tool');
    const seen = { ...readOnly, name: 'added_1' };
    const outcome = await workspace.source.callTool('faults', 'added_1', {}, { signal, expectedTool: seen });
    assert.equal(outcome.ok, true);
  });

  it('is started by a call, which fails with the reason when that fails', async () => {
    await later('exit');
    await listing();
    const { code, message } = failure(await callEcho(readOnly));
    assert.equal(code, 'server_unavailable');
    assert.match(message, /it exited with code 3 .*The tool did not run\./);
  });

  it('says so, with what is near, when it does not have the tool any more that is called', async () => {
    await later('malformed');
    const seen = { ...readOnly, name: 'say_hullo' };
    const outcome = await workspace.source.callTool('faults', seen.name, {}, { signal, expectedTool: seen });
    const { code, retryable, message, hint } = failure(outcome);
    assert.deepEqual([code, retryable], ['unknown_tool', false]);
    assert.match(message, /no longer has the tool "say_hullo"/);
    assert.equal(hint, 'Did you mean say_hello?');
  });

  for (const [what, behaviour] of [
    ['can write', 'writing'],
    ['can destroy', 'contradicting'],
  ] as const) {
    it(`does not call a tool that was read-only when it was seen, and ${what} now`, async () => {
      await later(behaviour);
      assert.equal(failure(await callEcho(readOnly)).code, 'denied');
    });
  }

  it('does not call a tool that scripts could have when it was seen, and that is for its app alone now', async () => {
    await later('appOnly');
    assert.match(failure(await callEcho(readOnly)).message, /Not called: .* "echo" for its app/);
  });

  it('does not call a tool that could only write when it was seen, and can destroy now', async () => {
    await later('contradicting');
    const { code, message } = failure(await callEcho({ ...readOnly, annotations: {} }));
    assert.equal(code, 'denied');
    assert.match(message, /Not called: .*"echo" can destroy/);
  });

  it('is not called while it cannot say whether a tool still only reads', async () => {
    await later('list-error');
    assert.match(
      failure(await callEcho(readOnly)).message,
      /it cannot list its tools.*The tool did not run\.$/,
    );
  });

  it('has those of a list that is said to have changed while it was asked for, where there is no newer one', async () => {
    await workspace.define({ changing: faultServer('list-changing') });
    await workspace.source.reload();
    assert.ok((await workspace.tools('changing')).length > 5);
    await workspace.nextSession();
    assert.ok(((await workspace.source.knownTools('changing'))?.tools.length ?? 0) > 5);
  });

  it('is asked before use when they are older than the time to live', async () => {
    await later('malformed');
    workspace.discovery = { ...defaultDiscovery, ttlMs: 0 };
    const { tools, cached } = await listing();
    assert.deepEqual([tools.length, cached], [2, undefined]);
  });

  it('keeps old ones when it does not answer in time', async () => {
    await workspace.dispose();
    await open({ patienceMs: 1 });
    await later('silent');
    workspace.discovery = { ...defaultDiscovery, ttlMs: 0 };
    const { tools, cached } = await listing();
    assert.deepEqual([tools.length > 5, cached?.state], [true, 'starting']);
  });

  it('is asked itself when that is what is wanted', async () => {
    await later('malformed');
    assert.equal((await listing({ fresh: true })).tools.length, 2);
  });

  it('is not asked on demand while they are known', async () => {
    workspace.discovery = { ...defaultDiscovery, pattern: 'onDemand' };
    await later('ok');
    assert.notEqual((await listing()).cached, undefined);
    assert.equal(await state(), 'stopped');
  });

  it('is asked at the start with all the others, each for itself', async () => {
    await workspace.define({
      faults: faultServer(`from:${join(workspace.folder, 'behaviour')}`),
      broken: faultServer('exit'),
    });
    await later('malformed');
    await workspace.source.discoverAll(signal);
    assert.deepEqual(
      (await workspace.source.servers()).map(({ name, state }) => [name, state]),
      [
        ['faults', 'running'],
        ['broken', 'failed'],
      ],
    );
  });

  it('is another server once its definition is another', async () => {
    await workspace.nextSession();
    await workspace.define({ faults: { ...faultServer('malformed') } });
    assert.equal((await listing()).cached, undefined);
  });

  it('is known by no secret: a new token is no new server, and none is written', async () => {
    const entry = faultServer(`from:${join(workspace.folder, 'behaviour')}`);
    await workspace.define({ faults: { ...entry, env: { API_TOKEN: 'hunter2-hunter2' } } });
    await workspace.nextSession();
    await workspace.tools('faults');
    await workspace.define({ faults: { ...entry, env: { API_TOKEN: 'another-secret' } } });
    await workspace.nextSession();
    assert.notEqual((await listing()).cached, undefined);
    const kept = await readdir(join(workspace.folder, 'kept'));
    const texts = await Promise.all(
      kept.map((name) => readFile(join(workspace.folder, 'kept', name), 'utf8')),
    );
    assert.equal(
      texts.some((text) => text.includes('hunter2')),
      false,
    );
  });

  it('is asked as if nothing were known when its file holds garbage', async () => {
    await later('ok');
    const [file = ''] = await readdir(join(workspace.folder, 'kept'));
    await writeFile(join(workspace.folder, 'kept', file), '{"tools": [');
    assert.equal((await listing()).cached, undefined);
  });

  it('that is stopped by hand stays stopped for who does not name it, with its tools', async () => {
    await workspace.source.stopServer('faults');
    assert.notEqual((await listing()).cached, undefined);
    assert.notEqual((await listing({ fresh: true })).cached, undefined);
    assert.equal(await state(), 'stopped');
  });

  it('that is stopped by hand is not started by what was to be asked in the background', async () => {
    await later('ok');
    await listing();
    await workspace.source.stopServer('faults');
    await new Promise((resolve) => setTimeout(resolve, 1));
    assert.equal(await state(), 'stopped');
  });

  it('that is stopped by hand is started by a call', async () => {
    await workspace.source.stopServer('faults');
    await workspace.result('faults', 'echo', { text: 'x' });
    assert.equal(await state(), 'running');
  });

  it('that is stopped by hand is started by hand', async () => {
    await workspace.source.stopServer('faults');
    assert.equal((await workspace.source.startServer('faults'))?.state, 'running');
  });

  it('that failed is started by hand at once', async () => {
    await later('exit');
    await listing({ fresh: true });
    await behave('ok');
    assert.equal((await workspace.source.startServer('faults'))?.state, 'running');
  });
});
