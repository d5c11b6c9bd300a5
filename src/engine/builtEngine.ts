// The engine over the threads that the build made and over files that outlive it: what the front doors have in common.
import type { Catalog } from '../catalog/catalog.ts';
import { ThreadedChecker } from '../checker/threadedChecker.ts';
import { checkerVersion } from '../checker/types/codeVersion.ts';
import { RememberingTypeChecker, type KeptChecks } from '../checker/types/rememberingTypeChecker.ts';
import { ThreadedTypeChecker } from '../checker/types/threadedTypeChecker.ts';
import { codeVersion } from '../declarations/codeVersion.ts';
import { describedOutput } from '../declarations/describedOutput.ts';
import { ThreadedCompiler } from '../declarations/compiler/threadedCompiler.ts';
import { Declarations } from '../declarations/declarations.ts';
import { DeclarationCache } from '../storage/declarationCache.ts';
import { ObservedOutputs } from '../storage/observedOutputs.ts';
import { ResultStore } from '../storage/resultStore.ts';
import { SessionStore } from '../storage/sessionStore.ts';
import { ProcessSandbox, type ProcessSandboxOptions } from '../sandbox/host/processSandbox.ts';
import type { SandboxStatus } from '../sandbox/host/sandboxPort.ts';
import { Engine } from './engine.ts';
import type { EngineParts } from './engineParts.ts';
import { InputValidator } from './input/inputValidator.ts';

export interface BuiltEngineOptions extends Pick<EngineParts, 'limits' | 'typeCheck'> {
  readonly catalog: Catalog;
  /** The path of a file under `dist/`, such as `sandbox/thread.js`. */
  readonly bundle: (file: string) => string;
  /** Where the shapes of answers are kept; without it they end with the process. */
  readonly observedFile: string | undefined;
  /** `codeMode.learnOutputTypes`, asked at each use. */
  readonly learn: () => boolean;
  readonly declarationsFile: string;
  /** Where the machine code of large bundles is kept, in a folder that only the user can write; without it they are compiled at every start. */
  readonly codeFolder?: string;
  /** Where it is kept which scripts had the right types; without it each is checked. Its owner disposes of it. */
  readonly keptChecks?: KeptChecks;
  readonly sandbox: Pick<ProcessSandboxOptions, 'engine' | 'allowUnconfined' | 'osWall' | 'onFallback'>;
  /** Take one line each. */
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

export class BuiltEngine {
  readonly engine: Engine;
  readonly declarations: Declarations;
  readonly results = new ResultStore();
  readonly observed: ObservedOutputs;
  readonly #sandbox: ProcessSandbox;
  readonly #sandboxOptions: Omit<ProcessSandboxOptions, 'guestFile' | 'onFallback'>;
  readonly #bundle: (file: string) => string;
  readonly #closers: readonly (() => Promise<void>)[];

  /** Starts nothing. */
  constructor({
    catalog,
    bundle,
    observedFile,
    learn,
    declarationsFile,
    codeFolder,
    keptChecks,
    sandbox: wanted,
    limits,
    typeCheck,
    log,
    warn,
  }: BuiltEngineOptions) {
    const { onFallback, ...settings } = wanted;
    this.#bundle = bundle;
    this.#sandboxOptions = { ...settings, threadFile: bundle('sandbox/thread.js'), log };
    const sandbox = this.#newSandbox('guest', onFallback && { onFallback });
    const checker = new ThreadedChecker({ threadFile: bundle('checker/thread.js'), log });
    const checksTypes = new ThreadedTypeChecker({
      threadFile: bundle('checker/types.cjs'),
      libFolder: bundle('checker/lib'),
      ...(codeFolder !== undefined && { cachedCode: { file: bundle('checker/typeAnswers.cjs'), folder: codeFolder } }),
      log,
    });
    const typeChecker =
      keptChecks && checkerVersion !== undefined
        ? new RememberingTypeChecker({ checker: checksTypes, kept: keptChecks, version: checkerVersion })
        : checksTypes;
    const validator = new InputValidator({ threadFile: bundle('engine/inputThread.js'), log: warn });
    const observed = new ObservedOutputs({ ...(observedFile !== undefined && { file: observedFile }), enabled: learn, log: warn });
    const kept = codeVersion === undefined ? undefined : new DeclarationCache({ file: declarationsFile, version: codeVersion, log: warn });
    this.#sandbox = sandbox;
    this.observed = observed;
    const compiler = new ThreadedCompiler({ threadFile: bundle('declarations/thread.js'), log });
    this.declarations = new Declarations({
      compiler,
      learned: (tool) => observed.of(tool) ?? describedOutput(tool.description),
      ...(kept && { kept }),
    });
    this.engine = new Engine({
      catalog,
      checker,
      typeChecker,
      sandbox,
      declarations: this.declarations,
      declared: new Declarations({ compiler, ...(kept && { kept }) }),
      validator,
      results: this.results,
      store: new SessionStore(),
      observed,
      limits,
      typeCheck,
    });
    this.#closers = [
      () => sandbox.dispose(),
      () => checker.dispose(),
      () => typeChecker.dispose(),
      () => compiler.dispose(),
      () => validator.dispose(),
      () => observed.dispose(),
      async () => kept?.dispose(),
    ];
  }

  /** Which engine runs scripts and why, whether it can be measured, and how the system's wall stands. Starts no process. */
  sandboxStatus(): Promise<SandboxStatus> {
    return this.#sandbox.status();
  }

  /** One more sandbox, as settings say, for a trial; its owner closes it. `selfCheck` takes the guest's place there. */
  trialSandbox(guest: 'guest' | 'selfCheck' = 'guest'): ProcessSandbox {
    return this.#newSandbox(guest);
  }

  #newSandbox(guest: 'guest' | 'selfCheck', more: Pick<ProcessSandboxOptions, 'onFallback'> = {}): ProcessSandbox {
    return new ProcessSandbox({ ...this.#sandboxOptions, ...more, guestFile: this.#bundle(`sandbox/${guest}.cjs`) });
  }

  /** Ends its threads, and writes what is not yet written. Never rejects. */
  async dispose(): Promise<void> {
    await Promise.allSettled(this.#closers.map((close) => close()));
  }
}
