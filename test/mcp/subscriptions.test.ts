import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, valueOf } from './outcomes.ts';

const file = fileURLToPath(new URL('../fakes/subscriptionServer.mjs', import.meta.url));
/** Tries again are not waited for. */
const atOnce = { reconnectMs: 1, reconnectCapMs: 1 };

describe('a subscription to what changes at a server of MCP 2026-07-28', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const workspaceOf = async (...args: string[]) => {
    const server = { command: process.execPath, args: [file, ...args] };
    const workspace = await McpWorkspace.inMemory({ changing: server }, atOnce);
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
    workspace.source.requestFeature('changing', { method: 'resources/subscribe', uri }, { signal: new AbortController().signal });

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
});
