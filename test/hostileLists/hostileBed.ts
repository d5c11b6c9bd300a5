// Runs a server's list of tools through all parts of Code Mode that use it, as the product does, and watches this
// thread's event loop.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DefinitionTokens } from '../../src/catalog/definitionTokens.ts';
import type { CatalogServer } from '../../src/catalog/catalogSnapshot.ts';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import { serverRow, toolRow } from '../../src/vscode/views/rowTexts.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { assertHardlyStill, EventLoopWatch } from '../sandbox/eventLoopWatch.ts';
import type { HostileList } from './hostileLists.ts';

const { signal } = new AbortController();
const facts = { isOnTheWeb: false, now: 0 };
/** Number of tools of a list that are described and called; all tools are listed, found and shown. */
const driven = everyTest ? 3 : 2;
/** Maximum duration of the longest step in milliseconds: the timeouts of all threads together, on a busy machine. */
const mostMs = 40_000;

export interface Driven {
  readonly server: CatalogServer;
  readonly warnings: readonly string[];
  /** Longest time for which the host was blocked, in milliseconds, and the step in which this happened. */
  readonly stillMs: number;
  readonly stillIn: string;
  /** Duration of the longest step, in milliseconds. */
  readonly longestMs: number;
  readonly longestStep: string;
  /** The outcomes of the calls: the code of an error, or the answer. */
  readonly answers: readonly string[];
}

export class HostileBed implements AsyncDisposable {
  readonly #workspace: McpWorkspace;
  readonly #engine: TestEngine;
  #servers = 0;

  private constructor(workspace: McpWorkspace) {
    this.#workspace = workspace;
    this.#engine = new TestEngine([workspace.source], { typeCheck: 'error', compilerMs: 2_000 });
  }

  /** The first use loads modules, and this time does not belong to a list: a harmless list is driven first. */
  static async create(): Promise<HostileBed> {
    const bed = new HostileBed(await McpWorkspace.create({}, { startMs: 20_000 }));
    await bed.#drive({
      list: '{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}]}',
    });
    return bed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    await this.#workspace.dispose();
  }

  /** Drives a list, and asserts that it hardly holds the host and that no step lasts too long. */
  async driveHardlyStill(list: HostileList): Promise<Driven> {
    let driven: Driven | undefined;
    await assertHardlyStill(
      async () => {
        driven = await this.#drive(list);
        assert.ok(driven.longestMs < mostMs, `${driven.longestStep} took ${driven.longestMs} ms`);
        return driven.stillMs;
      },
      () => driven?.stillIn ?? '',
    );
    assert.ok(driven);
    return driven;
  }

  async #drive({ list, initialize }: HostileList): Promise<Driven> {
    const name = `s${(this.#servers += 1)}`;
    await this.#workspace.write(`${name}.list`, list);
    if (initialize !== undefined) await this.#workspace.write(`${name}.initialize`, initialize);
    const files = [`${name}.list`, ...(initialize === undefined ? [] : [`${name}.initialize`])].map((file) =>
      join(this.#workspace.folder, file),
    );
    await this.#workspace.define({ [name]: scriptedServer('list', ...files) });
    await this.#workspace.source.reload();
    return this.#steps(name);
  }

  async #steps(name: string): Promise<Driven> {
    const { engine, catalog, declarations } = this.#engine;
    const steps = new Steps();
    const snapshot = await steps.take('list', () =>
      catalog.snapshot({ servers: [name], signal, interactive: true }),
    );
    const server = serverIn(snapshot, name);
    await steps.take('search', () =>
      engine.finder.findTools(snapshot, { query: 'read the fille of a server', detail: 'full' }),
    );
    await steps.take('search by a name that there is not', () =>
      engine.finder.describe(snapshot, `tools.${name}.raedFile`),
    );
    await steps.take('search without a word', () => engine.finder.findTools(snapshot, {}));
    const tools = server.tools.slice(0, driven);
    for (const { path } of tools) {
      await steps.take('describe', () => engine.finder.describe(snapshot, path));
      await steps.take('describe whole', () => engine.finder.describe(snapshot, path, { whole: true }));
    }
    await steps.take('types', () => declarations.api(snapshot.servers));
    const answers: string[] = [];
    for (const tool of tools) {
      const call = (input: string) => `return await ${tool.path}(${input})`;
      await steps.take('preview and type check', () => engine.preview(call('{ a: 1 }'), signal, 10_000));
      for (const input of ['{}', "{ a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', b: [1, 1] }"]) {
        const outcome = await steps.take('call', () => this.#engine.run(call(input)));
        answers.push(outcome.ok ? JSON.stringify(outcome.value) : (outcome.errors[0]?.code ?? ''));
      }
    }
    await steps.take('view', () => this.#view(server));
    await steps.take('kept', () => catalog.knownServers());
    await this.#workspace.source.stopServer(name);
    return { server, warnings: snapshot.warnings, answers, ...steps.longest };
  }

  /** Does the work of the view "Servers & Tools": costs first, then row by row. */
  async #view(server: CatalogServer): Promise<void> {
    const tokens = new DefinitionTokens();
    await tokens.prepare(server.tools);
    serverRow(server, tokens, facts);
    for (const tool of server.tools) toolRow(tool, tokens);
  }
}

class Steps {
  #still = { stillMs: 0, stillIn: '' };
  #long = { longestMs: 0, longestStep: '' };

  get longest() {
    return { ...this.#still, ...this.#long };
  }

  async take<T>(step: string, work: () => Promise<T>): Promise<T> {
    const watch = new EventLoopWatch();
    const start = performance.now();
    try {
      return await work();
    } finally {
      const stillMs = watch.stop();
      const longestMs = performance.now() - start;
      if (stillMs > this.#still.stillMs) this.#still = { stillMs, stillIn: step };
      if (longestMs > this.#long.longestMs) this.#long = { longestMs, longestStep: step };
    }
  }
}

function serverIn({ servers }: CatalogSnapshot, name: string): CatalogServer {
  const server = servers.find((known) => known.name === name);
  if (!server) throw new Error(`There is no server ${name}.`);
  return server;
}
