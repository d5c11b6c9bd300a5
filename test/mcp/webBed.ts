// HTTP servers and the workspaces that use them, which end with each test of a `describe`.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { ConnectionTimings } from '../../src/mcp/connection/connectionTimings.ts';
import { ScriptedHttpServer } from './scriptedHttpServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { closedAfterEach } from '../fakes/opened.ts';
import { failure } from './outcomes.ts';

const quick: Partial<ConnectionTimings> = { reconnectMs: 20, reconnectCapMs: 200 };

export class WebBed {
  readonly #closed = closedAfterEach();

  async server(listener: RequestListener): Promise<ScriptedHttpServer> {
    return this.#closed(await ScriptedHttpServer.start(listener));
  }

  /** Opens a workspace whose server `web` has this definition. */
  async workspace(definition: object, timings: Partial<ConnectionTimings> = {}): Promise<McpWorkspace> {
    return this.#closed(await McpWorkspace.create({ web: definition }, { ...quick, ...timings }));
  }

  async serve(listener: RequestListener, more: object = {}): Promise<McpWorkspace> {
    const { url } = await this.server(listener);
    return this.workspace({ url, ...more });
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
