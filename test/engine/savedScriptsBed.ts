// An engine over saved scripts and a server that counts its writes, for one test at a time.
import assert from 'node:assert/strict';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import type { RunStore } from '../../src/journal/runStore.ts';
import { countingServer, writesIn } from '../fakes/countedRuns.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import type { InMemorySource } from '../fakes/inMemorySource.ts';
import { SavedScriptsFolder } from '../fakes/savedScripts.ts';
import { TestEngine, type TestEngineOptions } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';

interface Opened {
  readonly scripts: SavedScriptsFolder;
  readonly servers: McpWorkspace;
  readonly engine: TestEngine;
}

export class SavedScriptsBed {
  #opened: Opened | undefined;
  #store: RunStore | undefined;

  /** Must be created in a `describe`: everything that was opened is closed after each of its tests. */
  constructor() {
    afterEach(async () => {
      const { engine, servers, scripts } = this.#now();
      await engine[Symbol.asyncDispose]();
      await servers.dispose();
      await this.#store?.dispose();
      await scripts[Symbol.asyncDispose]();
      [this.#opened, this.#store] = [undefined, undefined];
    });
  }

  /** `source` replaces the server that counts. */
  open(
    files: Readonly<Record<string, string>>,
    options: TestEngineOptions = {},
    source?: InMemorySource,
  ): Promise<void> {
    return this.#start(new SavedScriptsFolder(files), options, source);
  }

  /** Does the same as `open`, and records the runs beside the scripts. */
  async openRecorded(
    files: Readonly<Record<string, string>>,
    options?: Parameters<typeof runStoreIn>[1],
  ): Promise<RunStore> {
    const scripts = new SavedScriptsFolder(files);
    this.#store = runStoreIn(scripts.path, options);
    await this.#start(scripts, { journal: this.#store.journal });
    return this.#store;
  }

  get scripts(): SavedScriptsFolder {
    return this.#now().scripts;
  }

  get engine(): TestEngine {
    return this.#now().engine;
  }

  /** Returns the numbers that were written, in their order. */
  writes(): readonly unknown[] {
    return writesIn(this.scripts.path);
  }

  async #start(scripts: SavedScriptsFolder, options: TestEngineOptions, source?: InMemorySource) {
    const servers = await McpWorkspace.inMemory(source ? {} : { counting: countingServer(scripts.path) });
    const engine = new TestEngine([source ?? servers.source, scripts.source], options);
    this.#opened = { scripts, servers, engine };
  }

  #now(): Opened {
    assert.ok(this.#opened, 'the test has opened nothing');
    return this.#opened;
  }
}

export const value = (outcome: RunOutcome) => (outcome.ok ? outcome.value : outcome.errors);

export const addTwo = `/** Adds two numbers. */
export default async function main(input: { first: number; second?: number }): Promise<{ totals: number[] }> {
  const totals: number[] = [];
  for (const n of [input.first, input.second ?? 2]) totals.push((await tools.counting.add({ n })).total);
  return { totals };
}`;
export const readsOnly =
  'export default async function main(): Promise<number> { return (await tools.counting.total({})).total; }';
