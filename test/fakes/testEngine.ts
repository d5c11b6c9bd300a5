// A whole engine over the given sources, built as the product builds it: the threads are real, and the sandbox is a
// `FakeSandbox` unless a test asks for the real one. The engines of one process share the threads that load TypeScript,
// as the runs of one window do.
import { fileURLToPath } from 'node:url';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';
import type { Checker } from '../../src/checker/checkedScript.ts';
import type { ThreadedChecker } from '../../src/checker/threadedChecker.ts';
import { ThreadedCompiler } from '../../src/declarations/compiler/threadedCompiler.ts';
import type { DeclarationCache } from '../../src/declarations/declarationCache.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { Engine } from '../../src/engine/executeScript.ts';
import type { ApprovalRules } from '../../src/engine/consent/approvalRules.ts';
import { FlowRules, type FlowRule } from '../../src/engine/flow/flowRules.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import type { TypeCheckMode } from '../../src/engine/engineParts.ts';
import { InputValidator } from '../../src/engine/input/inputValidator.ts';
import type { RunJournal } from '../../src/engine/runJournal.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { ObservedOutputs } from '../../src/engine/stores/observedOutputs.ts';
import { LocalResultStore } from '../../src/engine/stores/resultStore.ts';
import type { RedisState } from '../../src/engine/stores/redisState.ts';
import { SharedResultStore } from '../../src/engine/stores/sharedResultStore.ts';
import { SharedSessionStore } from '../../src/engine/stores/sharedSessionStore.ts';
import { LocalSessionStore } from '../../src/engine/stores/sessionStore.ts';
import { SupervisedSandbox } from '../../src/sandbox/host/sandbox.ts';
import { defaultLimits, type Sandbox, type SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import type { OsConfinementMode, SandboxEngine } from '../../src/sandbox/protocol/sandboxOptions.ts';
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
  /** Default: off, since loading TypeScript would take most of the time of tests about other subjects. */
  readonly typeCheck?: TypeCheckMode;
  /** True if answers teach types. Texts with signatures then depend on the order of the tests. Default: true. */
  readonly learn?: boolean;
  /** Path of another type checker's thread than the built one. */
  readonly typesThread?: string;
  /** Maximum time of the check of one argument, in milliseconds. */
  readonly validatorMs?: number;
  /**
   * Maximum time to compile one tool into types, in milliseconds, in a thread that no other engine uses. Default:
   * longer than for users.
   */
  readonly compilerMs?: number;
  /** Declarations of earlier sessions. */
  readonly kept?: Pick<DeclarationCache, 'load' | 'get' | 'set'>;
  /** A checker in place of the one in its built thread. */
  readonly checker?: Checker;
  /**
   * Default: a `FakeSandbox`, unless the options need a real process or a WebAssembly machine. `npm run test:full` runs
   * every script in the real sandbox.
   */
  readonly realSandbox?: boolean;
  readonly osConfinement?: OsConfinementMode;
  readonly sandboxEngine?: SandboxEngine;
  /** Maximum time until the process of a script is ready, in milliseconds. */
  readonly sandboxStartMs?: number;
  /** Default: no rules. A function is called at each use, as the settings of the product are. */
  readonly rules?: ApprovalRules | (() => ApprovalRules);
  readonly flowRules?: readonly FlowRule[];
  readonly journal?: RunJournal;
  /** Shared state that holds stores and results in place of this process. */
  readonly shared?: RedisState;
}

export class TestEngine implements AsyncDisposable {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly observed: ObservedOutputs;
  readonly declarations: Declarations;
  readonly results = new LocalResultStore();
  /** The engine's log lines about arguments that could not be checked. */
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
    if (compilerMs !== undefined) this.#ownCompiler = newCompiler(log, compilerMs);
    const compiler = this.#ownCompiler ?? sharedCompiler();
    this.declarations = new Declarations({
      compiler,
      learned: (tool) => this.observed.of(tool),
      ...(kept && { kept }),
    });
    this.#validator = new InputValidator({
      threadFile: built('engine/inputThread.js'),
      log,
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

  /** Takes a snapshot of all servers. */
  snapshot(): Promise<CatalogSnapshot> {
    return this.engine.snapshot({ servers: 'all', signal: new AbortController().signal });
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

/**
 * Returns the engine of all tests of a `describe`, which ends after them. Its threads and processes start with the
 * first run.
 */
export function sharedEngine(sources: readonly ToolSource[], options: TestEngineOptions = {}): TestEngine {
  const test = new TestEngine(sources, options);
  after(() => test[Symbol.asyncDispose]());
  return test;
}

/** Returns the path of a bundle of `npm run build`. */
export function built(path: string): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}
