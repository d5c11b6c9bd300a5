// One HTTP server and the workspace that uses it; both end with the test.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { ConnectionTimings } from '../../src/mcp/connection/connectionTimings.ts';
import { ScriptedHttpServer } from './scriptedHttpServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';

const quick: Partial<ConnectionTimings> = { reconnectMs: 20, reconnectCapMs: 200 };

export class WebBed {
  readonly #closing: (() => Promise<void>)[] = [];

  async server(listener: RequestListener): Promise<ScriptedHttpServer> {
    const server = await ScriptedHttpServer.start(listener);
    this.#closing.push(() => server.close());
    return server;
  }

  /** Opens a workspace whose server `web` has this definition. */
  async workspace(definition: object, timings: Partial<ConnectionTimings> = {}): Promise<McpWorkspace> {
    const workspace = await McpWorkspace.create({ web: definition }, { ...quick, ...timings });
    this.#closing.push(() => workspace.dispose());
    return workspace;
  }

  async serve(listener: RequestListener, more: object = {}): Promise<McpWorkspace> {
    const { url } = await this.server(listener);
    return this.workspace({ url, ...more });
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }
}

/**
 * Calls a tool of `web` and cancels the call once the server has begun to answer. Resolves when that connection is
 * closed.
 */
export async function giveCallUp(workspace: McpWorkspace, begun: Promise<ServerResponse>): Promise<void> {
  const controller = new AbortController();
  const calling = workspace.call('web', 'x', {}, controller.signal);
  const closed = once(await begun, 'close');
  controller.abort();
  assert.equal(failure(await calling).code, 'cancelled');
  await closed;
}
