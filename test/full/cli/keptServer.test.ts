// One program with several commands, which each are an MCP client with numbers of its own.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../../src/mcp/definitions/launchEnvironment.ts';
import { OrphanGuard } from '../../../src/mcp/transport/stdio/orphanGuard.ts';
import { KeptServer, type ServerUser } from '../../../src/cli/daemon/keptServer.ts';
import type { JsonObject } from '../../../src/base/json.ts';

const times = { stdinGraceMs: 1_000, termGraceMs: 1_000 };
const askingServer = fileURLToPath(new URL('../../fakes/askingServer.mjs', import.meta.url));

/** A command, of which a test says each message. */
class SpokenCaller implements ServerUser {
  readonly #server: KeptServer;
  readonly #came: JsonObject[] = [];
  #wake = Promise.withResolvers<undefined>();

  constructor(server: KeptServer) {
    this.#server = server;
    server.add(this);
  }

  readonly write = (line: string): void => {
    if (!line.startsWith('1')) return;
    this.#came.push(JSON.parse(line.slice(1)) as JsonObject);
    this.#wake.resolve(undefined);
    this.#wake = Promise.withResolvers();
  };

  readonly ended = (): void => undefined;

  say(message: object): void {
    this.#server.fromCaller(this, JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** The next message that `wanted` is true of, which no one else gets. */
  async hears(wanted: (message: JsonObject) => boolean): Promise<JsonObject> {
    for (;;) {
      const at = this.#came.findIndex(wanted);
      const [found] = at === -1 ? [] : this.#came.splice(at, 1);
      if (found) return found;
      await this.#wake.promise;
    }
  }

  async asks(id: number, method: string, params: object = {}): Promise<JsonObject> {
    this.say({ id, method, params });
    return this.hears((message) => message['id'] === id && !('method' in message));
  }

  async initialize(
    capabilities: object = { elicitation: {}, roots: { listChanged: true } },
  ): Promise<JsonObject> {
    const answer = await this.asks(0, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities,
      clientInfo: { name: 'x', version: '1' },
    });
    this.say({ method: 'notifications/initialized' });
    return answer;
  }

  call(id: number, name: string, args: object = {}): Promise<JsonObject> {
    return this.asks(id, 'tools/call', { name, arguments: args });
  }

  leave(): void {
    this.#server.remove(this);
  }
}

describe('a kept server', () => {
  let server: KeptServer;
  let guard: OrphanGuard;
  beforeEach(async () => {
    guard = new OrphanGuard(times);
    const launch = {
      type: 'stdio',
      command: process.execPath,
      args: [askingServer],
      cwd: process.cwd(),
      env: {},
    } as const;
    const env: Environment = process.env;
    const quiet = { idleMs: 60_000, onUnused: () => undefined, onEnded: () => undefined };
    server = new KeptServer(
      { name: 'asking', folder: '/', launch, ownEnv: {}, env },
      { guard, after: Promise.resolve(), ...quiet },
    );
    assert.equal(await server.started, true);
  });
  afterEach(async () => {
    await server.stop();
    guard.dispose();
  });

  const heardBy = async (caller: SpokenCaller) =>
    (await caller.call(90, 'heard'))['result'] as { structuredContent: { heard: string[] } };
  const askRoots = {
    method: 'elicitation/create',
    params: { message: 'Why?', requestedSchema: { type: 'object', properties: {} } },
  };
  /** Connects two commands, and initializes one after the other. */
  const two = async () => {
    const [a, b] = [new SpokenCaller(server), new SpokenCaller(server)];
    await a.initialize();
    await b.initialize();
    return [a, b] as const;
  };
  const isQuestion = ({ method }: JsonObject) => method === 'elicitation/create';

  it('is initialized once, and answers each command', async () => {
    const [a, b] = [new SpokenCaller(server), new SpokenCaller(server)];
    const [first, second] = await Promise.all([a.initialize(), b.initialize()]);
    assert.deepEqual(second, first);
    const { heard } = (await heardBy(a)).structuredContent;
    assert.equal(heard.filter((method) => method === 'notifications/initialized').length, 1);
  });

  it('asks for the folders again when another command comes', async () => {
    const a = new SpokenCaller(server);
    await a.initialize();
    const b = new SpokenCaller(server);
    await b.initialize();
    assert.ok((await heardBy(b)).structuredContent.heard.includes('notifications/roots/list_changed'));
  });

  it('answers requests of the same number each to the command that made it', async () => {
    const [a, b] = await two();
    const [ofA, ofB] = await Promise.all([a.asks(1, 'tools/list'), b.asks(1, 'resources/list')]);
    assert.ok('tools' in (ofA['result'] as JsonObject));
    assert.ok('resources' in (ofB['result'] as JsonObject));
  });

  it('asks the command whose call it works on', async () => {
    const [a] = await two();
    a.say({ id: 1, method: 'tools/call', params: { name: 'ask', arguments: askRoots } });
    const { id } = await a.hears(isQuestion);
    a.say({ id, result: { action: 'decline' } });
    const { result } = await a.hears((message) => message['id'] === 1);
    assert.deepEqual(result, { content: [], structuredContent: { result: { action: 'decline' } } });
  });

  it('asks nobody where the calls of two are in flight', async () => {
    const [a, b] = await two();
    b.say({ id: 1, method: 'tools/call', params: { name: 'hang', arguments: {} } });
    const { result } = await a.call(1, 'ask', askRoots);
    assert.match(JSON.stringify(result), /several commands use the server/);
  });

  it('is told when the command that it asked has ended', async () => {
    const [a, b] = await two();
    a.say({ id: 1, method: 'tools/call', params: { name: 'ask', arguments: { ...askRoots, id: 7 } } });
    await a.hears(isQuestion);
    a.leave();
    const { heard } = (await heardBy(b)).structuredContent;
    assert.ok(heard.includes('notifications/cancelled'));
  });

  it('is not asked for the newest version again once it has spoken an older one', async () => {
    const a = new SpokenCaller(server);
    await a.initialize();
    const { error } = await new SpokenCaller(server).asks(3, 'server/discover');
    assert.equal((error as JsonObject)['code'], -32601);
  });
});
