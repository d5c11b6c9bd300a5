// A whole engine over real parts (checker thread, sandbox process) and the given sources, as the front doors build it.
import { fileURLToPath } from 'node:url';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';
import { ThreadedChecker } from '../../src/checker/threadedChecker.ts';
import { ThreadedTypeChecker } from '../../src/checker/types/threadedTypeChecker.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import type { TypeCheckMode } from '../../src/engine/beforeRun/typeErrors.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { ObservedOutputs } from '../../src/runs/observedOutputs.ts';
import { ResultStore } from '../../src/runs/resultStore.ts';
import { SessionStore } from '../../src/runs/sessionStore.ts';
import { ProcessSandbox } from '../../src/sandbox/host/processSandbox.ts';
import { defaultLimits, type OsWallMode, type SandboxEngine, type SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { RecordingApprover } from './recordingApprover.ts';

export interface TestEngineOptions {
  readonly exclusions?: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /** Off unless told: loading TypeScript would take most of the time of a test about something else. */
  readonly typeCheck?: TypeCheckMode;
  /** Whether answers teach types; texts that hold signatures would depend on the order of tests. Default true. */
  readonly learn?: boolean;
  /** Another thread than the built one. */
  readonly typesThread?: string;
  readonly osWall?: OsWallMode;
  readonly sandboxEngine?: SandboxEngine;
}

export class TestEngine implements AsyncDisposable {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly observed: ObservedOutputs;
  readonly declarations: Declarations;
  readonly results = new ResultStore();
  readonly #sandbox: ProcessSandbox;
  readonly #checker: ThreadedChecker;
  readonly #typeChecker: ThreadedTypeChecker;
  readonly #sources: readonly ToolSource[];

  constructor(
    sources: readonly ToolSource[],
    {
      exclusions = [],
      limits = {},
      typeCheck = 'off',
      learn = true,
      typesThread = built('checker/types.cjs'),
      osWall = 'off',
      sandboxEngine = 'process',
    }: TestEngineOptions = {},
  ) {
    this.#sources = sources;
    this.observed = new ObservedOutputs({ enabled: () => learn, log: () => undefined });
    this.declarations = new Declarations({ observed: (tool) => this.observed.of(tool) });
    this.catalog = new Catalog({ sources, exclusions: () => exclusions, log: () => undefined });
    this.#sandbox = new ProcessSandbox({
      threadFile: built('sandbox/thread.js'),
      guestFile: built('sandbox/guest.cjs'),
      log: () => undefined,
      engine: sandboxEngine,
      osWall,
    });
    this.#checker = new ThreadedChecker({ threadFile: built('checker/thread.js'), log: () => undefined });
    this.#typeChecker = new ThreadedTypeChecker({
      threadFile: typesThread,
      libFolder: built('checker/lib'),
      log: () => undefined,
      timeoutMs: 60_000,
    });
    this.engine = new Engine({
      catalog: this.catalog,
      checker: this.#checker,
      typeChecker: this.#typeChecker,
      sandbox: this.#sandbox,
      declarations: this.declarations,
      results: this.results,
      store: new SessionStore(),
      observed: this.observed,
      limits: () => ({ ...defaultLimits, ...limits }),
      typeCheck: () => typeCheck,
    });
  }

  run(code: unknown, request: Partial<ExecuteRequest> = {}): Promise<RunOutcome> {
    return this.engine.execute({
      code,
      session: 'test',
      approver: new RecordingApprover(),
      signal: new AbortController().signal,
      ...request,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([
      this.#sandbox.dispose(),
      this.#checker.dispose(),
      this.#typeChecker.dispose(),
      ...this.#sources.map((source) => source.dispose()),
    ]);
  }
}

/** A bundle of `npm run build`. */
export function built(path: string): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}
