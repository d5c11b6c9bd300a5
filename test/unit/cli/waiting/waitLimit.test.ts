import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type {
  ToolListing,
  ListOptions,
  ServerListing,
  ServerState,
} from '../../../../src/catalog/toolSource.ts';
import { FailedStartCache } from '../../../../src/cli/waiting/failedStartCache.ts';
import { WaitingNotice, WaitLimit, type WaitLimitOptions } from '../../../../src/cli/waiting/waitLimit.ts';
import { FakeToolSource, toolDefinition } from '../../../fakes/fakeToolSource.ts';

const { signal } = new AbortController();
const live: ServerListing = { ok: true, tools: [toolDefinition('live')] };
const never = () => new Promise<never>(() => undefined);

/** A source with one server, whose state and cached tools a test sets. */
class OneServer extends FakeToolSource {
  state: ServerState = 'starting';
  known: ToolListing | undefined;

  constructor(list: (options: ListOptions) => Promise<ServerListing>) {
    super({ name: 's', list: (_signal, options) => list(options) });
  }

  override servers() {
    return Promise.resolve([{ name: 's', origin: '/mcp.json', state: this.state }]);
  }

  override knownTools(): Promise<undefined> {
    return Promise.resolve(this.known) as Promise<undefined>; // what the base class keeps is nothing
  }

  definitions() {
    const launch = { type: 'stdio', command: 'x', args: [], cwd: '/', env: {} } as const;
    return Promise.resolve([{ name: 's', origin: '/mcp.json', launch }]);
  }
}

function failedStarts(): FailedStartCache {
  const files = new Map<string, string>();
  return new FailedStartCache({
    read: (key) =>
      Promise.resolve(files.has(key) ? (JSON.parse(files.get(key) ?? '') as unknown) : undefined),
    write: (key, text) => void text().then((written) => files.set(key, written)),
  });
}

function patient(source: OneServer, options: Partial<WaitLimitOptions> = {}): WaitLimit {
  const failed = failedStarts();
  const waiting = new WaitingNotice(() => undefined);
  return new WaitLimit({
    source,
    waitMs: 100,
    firstWaitMs: 100,
    isRun: false,
    fresh: false,
    ttlMs: 60_000,
    failed,
    waiting,
    ...options,
  });
}

const cachedAt = (at: number): ToolListing => ({
  ok: true,
  tools: [toolDefinition('cached')],
  cached: { at, state: 'stopped' },
});
const namesOf = (listing: ServerListing) =>
  listing.ok ? listing.tools.map(({ name }) => name) : listing.error;

describe('WaitLimit', () => {
  it('gives what is cached, and starts nothing', async () => {
    const source = new OneServer(() => Promise.resolve(live));
    source.known = cachedAt(Date.now());
    for (const isRun of [false, true]) {
      assert.deepEqual(namesOf(await patient(source, { isRun }).listTools('s', { signal })), ['cached']);
    }
    assert.deepEqual(source.listed, []);
  });

  it('has a server started that a script names', async () => {
    const source = new OneServer(() => Promise.resolve(live));
    source.known = cachedAt(Date.now());
    await patient(source, { isRun: true }).listTools('s', { signal, interactive: true });
    assert.deepEqual(source.listed, ['s']);
  });

  it('asks a server whose cached tools are old', async () => {
    const source = new OneServer(() => Promise.resolve(live));
    source.known = cachedAt(Date.now() - 120_000);
    assert.deepEqual(namesOf(await patient(source).listTools('s', { signal })), ['live']);
  });

  it('gives old tools where the server does not answer, and says so', async () => {
    const source = new OneServer(never);
    source.known = cachedAt(Date.now() - 120_000);
    const listing = await patient(source).listTools('s', { signal });
    assert.deepEqual(namesOf(listing), ['cached']);
    assert.match((listing.ok && listing.cached?.error) || '', /no answer within 0\.1 s/);
  });

  it('waits longer for a server whose tools are not known', async () => {
    const answer = Promise.withResolvers<ServerListing>();
    const source = new OneServer(() => answer.promise);
    const first = patient(source, { waitMs: 0, firstWaitMs: 60_000 }).listTools('s', { signal });
    setImmediate(() => answer.resolve(live));
    assert.deepEqual(namesOf(await first), ['live']);
  });

  it('advises no longer wait than --wait takes', async () => {
    const source = new OneServer(never);
    const [definition] = await source.definitions();
    const failed = failedStarts();
    const advised = [];
    for (const waitedMs of [1_000, 70_000, 600_000]) {
      if (definition) await failed.remember(definition, { error: 'late', at: Date.now(), waitedMs });
      const listing = await patient(source, { failed }).listTools('s', { signal });
      advised.push(/--wait (\d+)/.exec(String(namesOf(listing)))?.[1]);
    }
    assert.deepEqual(advised, ['30', '600', undefined]);
  });

  it('waits for a server that a script cannot do without', async () => {
    const answer = Promise.withResolvers<ServerListing>();
    const source = new OneServer(() => answer.promise);
    const listing = patient(source, { isRun: true, waitMs: 0 }).listTools('s', { signal, interactive: true });
    setImmediate(() => answer.resolve(live));
    assert.deepEqual(namesOf(await listing), ['live']);
  });

  it('does not count the time that a user takes to answer', async () => {
    const answer = Promise.withResolvers<ServerListing>();
    const source = new OneServer(() => answer.promise);
    source.state = 'needs_input';
    let looks = 0;
    const servers = source.servers.bind(source);
    source.servers = () => {
      looks += 1;
      if (looks === 3) answer.resolve(live);
      return servers();
    };
    assert.deepEqual(namesOf(await patient(source).listTools('s', { signal, interactive: true })), ['live']);
  });

  it('does not count the time in which this process is held up', async () => {
    const source = new OneServer(async () => {
      await readdir(import.meta.dirname); // is there before the time is over, and read after it
      return live;
    });
    const listing = patient(source).listTools('s', { signal });
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150));
    assert.deepEqual(namesOf(await listing), ['live']);
  });

  it('does not remember a server that wants a sign-in', async () => {
    let asked = 0;
    const source = new OneServer(() => {
      asked += 1;
      return new Promise((resolve) =>
        setTimeout(() => resolve({ ok: false, error: 'it wants a sign-in.', needs: 'needs_sign_in' }), 600),
      );
    });
    const terminal = patient(source, { waitMs: 5_000 });
    for (const _ of [1, 2]) await terminal.listTools('s', { signal });
    assert.equal(asked, 2);
  });
});
