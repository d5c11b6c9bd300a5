// Records runs over a server that counts its writes. A resumption must never repeat a write.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Approver, InFlightAnswer } from '../../src/engine/consent/approval.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import type { ReplayOptions } from '../../src/journal/past/replayRun.ts';
import type { ResumeRequest } from '../../src/journal/past/resumeRun.ts';
import type { RunRecord } from '../../src/journal/record/runRecord.ts';
import type { SharedRuns } from '../../src/journal/record/sharedRuns.ts';
import type { RunStore } from '../../src/journal/runStore.ts';
import type { RecordMode } from '../../src/journal/record/runSettings.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { RecordingApprover } from './recordingApprover.ts';
import { runStoreIn } from './runStoreIn.ts';
import { scriptedServer } from './scriptedServer.ts';
import { TestEngine, type TestEngineOptions } from './testEngine.ts';

export const countingServer = (folder: string) => scriptedServer('counting', folder);

/** Returns the numbers that were written, in the order of the writes. */
export function writesIn(folder: string): readonly number[] {
  return linesOf(join(folder, 'writes.txt'));
}

/** Returns the ids of all processes of the server so far. */
export function serversOf(folder: string): readonly number[] {
  return linesOf(join(folder, 'pids.txt'));
}

function linesOf(file: string): readonly number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

/** Resumes a run of the store. */
export function resumeIn(
  store: RunStore,
  { engine }: TestEngine,
  run: unknown,
  request: Partial<ResumeRequest> & { readonly inFlight?: unknown } = {},
): Promise<RunOutcome> {
  return store.past.resume(engine, {
    run,
    origin: { door: 'terminal' },
    approver: new RecordingApprover(),
    signal: new AbortController().signal,
    ...request,
  });
}

/** Answers as a user would who looks if a write in flight took effect. */
export class LookingApprover extends RecordingApprover implements Approver {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async askInFlight(call: Parameters<Approver['askInFlight']>[0]): Promise<InFlightAnswer> {
    await super.askInFlight(call);
    return { kind: writesIn(this.#folder).includes(Number(call.input['n'])) ? 'happened' : 'didNotHappen' };
  }
}

interface CountedRunsOptions extends TestEngineOptions {
  readonly record?: RecordMode;
  /** Definitions as in an mcp.json, each a process. Default: the counting server, in this process. */
  readonly servers?: object;
  readonly written?: string;
  /** The log of the store; by default, a line fails the test. */
  readonly log?: (line: string) => void;
  /** The shared state with the records of other machines. */
  readonly sharedRuns?: SharedRuns;
}

export class CountedRuns implements AsyncDisposable {
  readonly engine: TestEngine;
  readonly store: RunStore;
  readonly #written: string;
  /** The workspace folder that the servers may see. */
  readonly workspace: string;
  readonly #workspace: McpWorkspace;

  private constructor(workspace: McpWorkspace, written: string, store: RunStore, options: TestEngineOptions) {
    this.#workspace = workspace;
    this.workspace = workspace.folder;
    this.#written = written;
    this.store = store;
    this.engine = new TestEngine([workspace.source], { ...options, journal: store.journal });
  }

  /** `folder` holds the records, and the writes of the server unless `written` names another folder. */
  static async open(
    folder: string,
    {
      record = 'full',
      servers,
      written = folder,
      log,
      sharedRuns: shared,
      ...options
    }: CountedRunsOptions = {},
  ): Promise<CountedRuns> {
    const workspace = await (servers
      ? McpWorkspace.create(servers)
      : McpWorkspace.inMemory({ counting: countingServer(written) }));
    const store = runStoreIn(folder, { mode: () => record, ...(log && { log }), ...(shared && { shared }) });
    return new CountedRuns(workspace, written, store, options);
  }

  /** Resolves when the record is on disk, where other stores can read it. */
  async run(code: string, request: Partial<ExecuteRequest> = {}): Promise<RunOutcome> {
    const outcome = await this.engine.run(code, request);
    await this.store.list();
    return outcome;
  }

  async record(id: string | undefined): Promise<RunRecord> {
    const record = id === undefined ? undefined : await this.store.read(id);
    if (!record) throw new Error(`There is no record of ${String(id)}.`);
    return record;
  }

  replay(id: string | undefined, options: Partial<ReplayOptions> = {}): Promise<RunOutcome> {
    return this.store.past.replay(this.engine.engine, String(id), {
      signal: new AbortController().signal,
      ...options,
    });
  }

  resume(run: unknown, request: Partial<ResumeRequest> = {}): Promise<RunOutcome> {
    const approver = new LookingApprover(this.#written);
    return resumeIn(this.store, this.engine, run, { approver, ...request });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await this.#workspace.dispose();
    await this.store.dispose();
  }
}
