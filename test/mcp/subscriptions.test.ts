import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, valueOf } from './outcomes.ts';
import { ScriptedHttpServer } from './scriptedHttpServer.ts';

interface Answer {
  readonly error?: { readonly code: number };
}
interface ScriptedServer {
  readonly serve: (io: {
    readonly args: readonly string[];
    readonly write: (answer: Answer) => void;
  }) => (message: unknown) => void;
}
const never = new AbortController().signal;
/** Delays before further attempts, in milliseconds, short enough for tests. */
const atOnce = { reconnectMs: 1, reconnectCapMs: 1 };

describe('a subscription to what changes at a server of MCP 2026-07-28', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const workspaceOf = async (args: readonly string[] = [], timings = atOnce) => {
    const changing = scriptedServer('subscription', ...args);
    const workspace = await McpWorkspace.inMemory({ changing }, timings);
    closing.push(() => workspace.dispose());
    await workspace.tools('changing');
    return workspace;
  };
  const listens = async (workspace: McpWorkspace) =>
    (await workspace.structured('changing', 'listens')) as { asked: number; open: string[] };
  /** Resolves when the server has this many subscriptions to a resource. */
  const subscribed = async (workspace: McpWorkspace, count: number) => {
    while ((await listens(workspace)).open.filter((to) => to !== 'tools').length !== count);
  };
  const updated = (workspace: McpWorkspace, uri: string) =>
    workspace.source.requestFeature(
      'changing',
      { method: 'resources/subscribe', uri },
      { signal: new AbortController().signal },
    );

  it('ends the wait for a resource when the server ends it', async () => {
    const workspace = await workspaceOf();
    const waiting = updated(workspace, 'clock://now');
    await subscribed(workspace, 1);
    await workspace.call('changing', 'end', { to: 'clock://now' });
    assert.match(failure(await waiting).message, /the server closed the subscription/);
  });

  it('waits although the server has ended an earlier one of the same session', async () => {
    const workspace = await workspaceOf();
    const first = updated(workspace, 'clock://now');
    await subscribed(workspace, 1);
    await workspace.call('changing', 'end', { to: 'clock://now' });
    await first;
    const second = updated(workspace, 'clock://now');
    await subscribed(workspace, 1);
    await workspace.call('changing', 'change', { uri: 'clock://now' });
    assert.deepEqual(valueOf(await second), { uri: 'clock://now' });
  });

  it('waits on when the server ends one to another resource', async () => {
    const workspace = await workspaceOf();
    const [now, then] = [updated(workspace, 'clock://now'), updated(workspace, 'clock://then')];
    await subscribed(workspace, 2);
    await workspace.call('changing', 'end', { to: 'clock://now' });
    await now;
    await workspace.call('changing', 'change', { uri: 'clock://then' });
    assert.deepEqual(valueOf(await then), { uri: 'clock://then' });
  });

  /** Returns the number of subscription requests after the server had time for many. */
  const askedOf = async (workspace: McpWorkspace) => {
    for (let calls = 0; calls < 200; calls++) await workspace.call('changing', 'listens');
    return (await listens(workspace)).asked;
  };

  for (const [code, what] of [
    ['-32601', 'does not know the method'],
    ['-32600', 'takes it for no request'],
  ] as const)
    it(`is not asked for again where the server ${what}`, async () => {
      const workspace = await workspaceOf([code]);
      assert.equal(await askedOf(workspace), 1);
    });

  /** In MCP 2026-07-28, an unknown method gets HTTP 404. */
  const onTheWeb = async () => {
    const file = '../fakes/subscriptionServer.mjs';
    const { serve } = (await import(file)) as ScriptedServer;
    const answers: Answer[] = [];
    const receive = serve({ args: ['-32601'], write: (message) => answers.push(message) });
    const server = await ScriptedHttpServer.start((request, response) => {
      void json(request).then((message) => {
        receive(message);
        const answer = answers.pop();
        const status = answer?.error?.code === -32_601 ? 404 : 200;
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', ...answer }));
      });
    });
    const workspace = await McpWorkspace.create({ changing: { url: server.url } }, atOnce);
    closing.push(
      () => server.close(),
      () => workspace.dispose(),
    );
    await workspace.tools('changing');
    return workspace;
  };

  it('is not asked for again where a server on the web does not know the method', async () => {
    assert.equal(await askedOf(await onTheWeb()), 1);
  });

  it('is no different from other methods that a server on the web does not know: its error counts', async () => {
    const workspace = await onTheWeb();
    const read = workspace.source.requestFeature(
      'changing',
      { method: 'resources/read', uri: 'clock://now' },
      { signal: never },
    );
    assert.match(failure(await read).message, /MCP error -32601: no such method/);
  });

  it('is asked for again where the error may pass', async () => {
    const workspace = await workspaceOf(['-32603']);
    while ((await listens(workspace)).asked < 3);
  });

  it('is asked for again at growing distances where the server ends each at once', async () => {
    const workspace = await workspaceOf(['end'], { reconnectMs: 1, reconnectCapMs: 600_000 });
    const asked = await askedOf(workspace);
    assert.ok(asked < 20, `It was asked for ${asked} times.`);
  });
});
