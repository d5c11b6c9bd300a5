// An engine over MCP servers that a workspace of its own defines. Servers that support it run in this process.
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import { TestEngine, type TestEngineOptions } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';

export class EngineOverServers implements AsyncDisposable {
  readonly workspace: McpWorkspace;
  readonly #engine: TestEngine;

  private constructor(workspace: McpWorkspace, options: TestEngineOptions) {
    this.workspace = workspace;
    this.#engine = new TestEngine([workspace.source], options);
  }

  /** `servers` has the form of an mcp.json. */
  static async open(servers: object, options: TestEngineOptions = {}): Promise<EngineOverServers> {
    return new EngineOverServers(await McpWorkspace.inMemory(servers), options);
  }

  run(code: unknown, request: Partial<ExecuteRequest> = {}): Promise<RunOutcome> {
    return this.#engine.run(code, request);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    await this.workspace.dispose();
  }
}
