// A whole engine over the given sources, as the front doors build it: the threads are real, the sandbox is a `FakeSandbox` unless asked for. Engines of
// one process share the threads that load TypeScript, as the runs of one window do.
import { fileURLToPath } from 'node:url';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';
import type { Checker } from '../../src/checker/checkedScript.ts';
import type { ThreadedChecker } from '../../src/checker/threadedChecker.ts';
import { ThreadedCompiler } from '../../src/declarations/compiler/threadedCompiler.ts';
import { Declarations, type DeclarationStore } from '../../src/declarations/declarations.ts';
import { Engine } from '../../src/engine/executeScript.ts';
import type { ApprovalRules } from '../../src/engine/consent/approvalRules.ts';
import { FlowRules, type FlowRule } from '../../src/engine/flow/flowRules.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import type { TypeCheckMode } from '../../src/engine/preflight/typeErrors.ts';
import { InputValidator } from '../../src/engine/input/inputValidator.ts';
import type { RunJournal } from '../../src/engine/runJournal.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { ObservedOutputs } from '../../src/storage/observedOutputs.ts';
import { LocalResultStore } from '../../src/storage/resultStore.ts';
import type { RedisState } from '../../src/storage/redisState.ts';
import { SharedResultStore } from '../../src/storage/sharedResultStore.ts';
import { SharedSessionStore } from '../../src/storage/sharedSessionStore.ts';
import { LocalSessionStore } from '../../src/storage/sessionStore.ts';
import { SupervisedSandbox } from '../../src/sandbox/host/sandbox.ts';
import {
  defaultLimits,
  type OsConfinementMode,
  type Sandbox,
  type SandboxEngine,
  type SandboxLimits,
} from '../../src/sandbox/host/sandboxPort.ts';
import { compiledCode } from './compiledCode.ts';
import { FakeSandbox } from './fakeSandbox.ts';
import { realChecker } from './realChecker.ts';
import { everyTest } from './everyTest.ts';
import { excluding } from './excluding.ts';
import { noRules } from './noRules.ts';
import { RecordingApprover } from './recordingApprover.ts';

let checkerOfAll: ThreadedChecker | undefined;
let compilerOfAll: ThreadedCompiler | undefined;

const sharedChecker = () => (checkerOfAll ??= realChecker({ cachedCode: compiledCode(built) }));
const sharedCompiler = () => (compilerOfAll ??= newCompiler(() => undefined));

function newCompiler(log: (line: string) => void, timeoutMs = 20_000): ThreadedCompiler {
  return new ThreadedCompiler({ threadFile: built('declarations/thread.js'), log, timeoutMs });
}

export interface TestEngineOptions {
  readonly exclusions?: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /** Off unless told: loading TypeScript would take most of the time of a test about something else. */
  readonly typeCheck?: TypeCheckMode;
  /** Whether answers teach types; texts that hold signatures would depend on the order of tests. Default true. */
  readonly learn?: boolean;
  /** Another thread than the built one. */
  readonly typesThread?: string;
  /** How long the check of one argument may take. */
  readonly validatorMs?: number;
  /** How long one tool may take to become types, in a thread that no other engine has. Default: longer than a user is let wait. */
  readonly compilerMs?: number;
  /** Declarations of earlier sessions. */
  readonly kept?: DeclarationStore;
  /** Another than the one in its built thread. */
  readonly checker?: Checker;
  /**
   * Default: a `FakeSandbox`, unless the options name what only a process or a machine of WebAssembly has. `npm run test:full` runs every script in
   * the real one.
   */
  readonly realSandbox?: boolean;
  readonly osConfinement?: OsConfinementMode;
  readonly sandboxEngine?: SandboxEngine;
  /** How long the process of a script may take to be ready. */
  readonly sandboxStartMs?: number;
  /** None by default; a function is asked at each use, as the front doors' settings are. */
  readonly rules?: ApprovalRules | (() => ApprovalRules);
  readonly flowRules?: readonly FlowRule[];
  readonly journal?: RunJournal;
  /** The shared state that has stores and results in place of this process. */
  readonly shared?: RedisState;
}

export class TestEngine implements AsyncDisposable {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly observed: ObservedOutputs;
  readonly declarations: Declarations;
  readonly results = new LocalResultStore();
  /** What the engine wrote into its log of arguments that it could not check. */
  readonly logged: string[] = [];
  readonly #validator: InputValidator;
  readonly #sandbox: Sandbox;
  readonly #ownCompiler: ThreadedCompiler | undefined;
  readonly #ownTypeChecker: ThreadedChecker | undefined;
  readonly #sources: readonly ToolSource[];

  constructor(
    sources: readonly ToolSource[],
    {
      exclusions = [],
      limits = {},
      typeCheck = 'off',
      learn = true,
      typesThread,
      validatorMs,
      compilerMs,
      kept,
      checker,
      osConfinement,
      sandboxEngine,
      sandboxStartMs,
      realSandbox = everyTest ||
        [osConfinement, sandboxEngine, sandboxStartMs, limits.cpuMs, limits.heapMb, limits.residentMb].some(
          (option) => option !== undefined,
        ),
      rules = noRules,
      flowRules = [],
      journal,
      shared,
    }: TestEngineOptions = {},
  ) {
    this.#sources = sources;
    const log = (line: string) => void this.logged.push(line);
    const recordedFile = built('declarations/recordedOutputs.json');
    this.observed = new ObservedOutputs({ recordedFile, enabled: () => learn, log: () => undefined });
    if (compilerMs !== undefined) this.#ownCompiler = newCompiler((line) => this.logged.push(line), compilerMs);
    const compiler = this.#ownCompiler ?? sharedCompiler();
    this.declarations = new Declarations({
      compiler,
      learned: (tool) => this.observed.of(tool),
      ...(kept && { kept }),
    });
    this.#validator = new InputValidator({
      threadFile: built('engine/inputThread.js'),
      log: (line) => this.logged.push(line),
      ...(validatorMs !== undefined && { timeoutMs: validatorMs }),
    });
    this.catalog = new Catalog({ sources, routing: () => excluding(...exclusions), log: () => undefined });
    this.#sandbox = realSandbox
      ? new SupervisedSandbox({
          threadFile: built('sandbox/thread.js'),
          guestFile: built('sandbox/guest.cjs'),
          log: () => undefined,
          engine: sandboxEngine ?? 'process',
          osConfinement: osConfinement ?? 'off',
          ...(sandboxStartMs !== undefined && { startLimitMs: sandboxStartMs }),
        })
      : new FakeSandbox();
    if (typesThread !== undefined) this.#ownTypeChecker = realChecker({ threadFile: typesThread });
    this.engine = new Engine({
      catalog: this.catalog,
      checker: checker ?? sharedChecker(),
      typeChecker: this.#ownTypeChecker ?? sharedChecker(),
      sandbox: this.#sandbox,
      declarations: this.declarations,
      declared: new Declarations({ compiler }),
      validator: this.#validator,
      results: shared ? new SharedResultStore(shared, log) : this.results,
      store: shared ? new SharedSessionStore(shared, log) : new LocalSessionStore(),
      observed: this.observed,
      limits: () => ({ ...defaultLimits, ...limits }),
      typeCheck: () => typeCheck,
      approvalRules: () => Promise.resolve(typeof rules === 'function' ? rules() : rules),
      flowRules: () => new FlowRules(flowRules),
      ...(journal && { journal }),
    });
  }

  run(code: unknown, request: Partial<ExecuteRequest> = {}): Promise<RunOutcome> {
    return this.engine.execute({
      code,
      origin: { door: 'terminal' },
      session: 'test',
      approver: new RecordingApprover(),
      signal: new AbortController().signal,
      ...request,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([
      this.#sandbox.dispose(),
      this.#ownTypeChecker?.dispose(),
      this.#ownCompiler?.dispose(),
      this.#validator.dispose(),
      ...this.#sources.map((source) => source.dispose()),
    ]);
  }
}

/** A bundle of `npm run build`. */
export function built(path: string): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}
