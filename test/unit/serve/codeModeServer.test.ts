import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ApprovalRules, type ApprovalRule } from '../../../src/engine/consent/approvalRules.ts';
import { CodeModeServer, type CodeModeServerOptions } from '../../../src/serve/codeModeServer.ts';
import { ToolSignatures } from '../../../src/serve/toolSignatures.ts';
import { InMemorySource } from '../../fakes/inMemorySource.ts';
import { noRuns } from '../../fakes/noRuns.ts';
import { TestEngine } from '../../fakes/testEngine.ts';

const log = () => undefined;

/** A client of a server over the engine of `bed`, in one session `a`. */
class ServedClient implements AsyncDisposable {
  readonly client = new Client({ name: 'test', version: '1' });
  readonly served: Promise<void>;
  readonly #theirs: InMemoryTransport;
  readonly #signatures: ToolSignatures;

  constructor(
    { engine, catalog, declarations, results }: TestEngine,
    options: Partial<CodeModeServerOptions> = {},
  ) {
    const signatures = new ToolSignatures({
      engine,
      catalog,
      declarations,
      tokens: 0,
      countTokens: () => Promise.resolve(0),
      callsOf: () => 0,
      log,
    });
    const server = new CodeModeServer({
      offerTo: () => ({ scripts: { engine, signatures } }),
      results,
      session: 'a',
      runs: noRuns,
      version: '1',
      allowWrites: false,
      log,
      ...options,
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    this.served = server.serve(ours, new AbortController().signal);
    this.#theirs = theirs;
    this.#signatures = signatures;
  }

  connect(): Promise<void> {
    return this.client.connect(this.#theirs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    this.#signatures[Symbol.dispose]();
  }
}

describe('the session of an MCP client', () => {
  it('keeps nothing of its scripts when it is over', async () => {
    await using bed = new TestEngine([]);
    await using session = new ServedClient(bed);
    await session.connect();
    await session.client.listTools();
    bed.results.keep('a', 'large', 5);
    await session.client.close();
    await session.served;
    assert.deepEqual((await bed.results.load('a', [])).handles, []);
  });

  it('runs a script whose model sends null for what it leaves out', async () => {
    await using bed = new TestEngine([]);
    await using session = new ServedClient(bed);
    await session.connect();
    const empty = { title: null, args: null, timeoutMs: null, dryRun: null, resume: null, inFlight: null };
    const { isError } = await session.client.callTool({
      name: 'executeCode',
      arguments: { code: 'return 1;', ...empty },
    });
    assert.equal(isError, false);
  });

  it('is over when what its client spent is counted', async () => {
    const counted = Promise.withResolvers<undefined>();
    const metered = {
      onCallEnded: log,
      onAnswered: log,
      ended: () => counted.promise,
      [Symbol.dispose]: log,
    };
    await using bed = new TestEngine([]);
    await using session = new ServedClient(bed, { usage: { begin: () => metered, doorOf: () => 'serve' } });
    let isOver = false;
    const served = session.served.then(() => (isOver = true));
    await session.connect();
    await session.client.callTool({ name: 'findTools', arguments: { query: 'a' } });
    await session.client.close();
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    assert.equal(isOver, false);
    counted.resolve(undefined);
    await served;
  });

  describe('whose rules change while it is served', () => {
    const allows: ApprovalRule = { pattern: 'db.*', action: 'allow', setting: 'test' };
    let rules: ApprovalRules;
    let source: InMemorySource;
    let bed: TestEngine;
    let session: ServedClient;
    /** Lists of tools that were announced as changed. */
    let changes: number;

    const use = (...administrator: readonly ApprovalRule[]) =>
      (rules = new ApprovalRules({ administrator, user: [], workspace: [] }));
    const connect = async (options: Partial<CodeModeServerOptions> = {}) => {
      session = new ServedClient(bed, options);
      const { client } = session;
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changes += 1));
      await session.connect();
    };
    const isReadOnly = async () => (await session.client.listTools()).tools[0]?.annotations?.readOnlyHint;
    const write = () =>
      session.client.callTool({
        name: 'executeCode',
        arguments: { code: 'return await tools.db.insert({})' },
      });
    const writes = () => source.calls.length;

    beforeEach(() => {
      changes = 0;
      use();
      source = new InMemorySource({ db: [{ name: 'insert', annotations: {} }] });
      bed = new TestEngine([source], { rules: () => rules });
    });
    afterEach(async () => {
      await session[Symbol.asyncDispose]();
      await bed[Symbol.asyncDispose]();
    });

    it('writes nothing unasked while its client holds that scripts only read, and announces that they may write now', async () => {
      await connect();
      assert.equal(await isReadOnly(), true);
      use(allows);
      assert.equal((await write()).isError, true);
      assert.deepEqual([writes(), changes], [0, 1]);
      assert.equal(await isReadOnly(), false);
      assert.equal((await write()).isError, false);
      assert.deepEqual([writes(), changes], [1, 1]);
    });

    it('announces that scripts only read again', async () => {
      use(allows);
      await connect();
      assert.equal(await isReadOnly(), false);
      use();
      await write();
      assert.deepEqual([writes(), changes], [0, 1]);
      assert.equal(await isReadOnly(), true);
    });

    it('follows its rules for a client that never listed its tools', async () => {
      use(allows);
      await connect();
      await write();
      assert.equal(writes(), 1);
    });

    it('says that scripts may write where tools ask nobody', async () => {
      await connect({ hasUnaskedTools: () => true });
      assert.equal(await isReadOnly(), false);
    });
  });
});
