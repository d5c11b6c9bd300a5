// The engine over the threads that the build made and over files that outlive it: what the front doors have in common.
import type { Catalog } from '../catalog/catalog.ts';
import { ThreadedChecker } from '../checker/threadedChecker.ts';
import { ThreadedTypeChecker } from '../checker/types/threadedTypeChecker.ts';
import { codeVersion } from '../declarations/codeVersion.ts';
import { Declarations } from '../declarations/declarations.ts';
import { DeclarationCache } from '../runs/declarationCache.ts';
import { ObservedOutputs } from '../runs/observedOutputs.ts';
import { ResultStore } from '../runs/resultStore.ts';
import { SessionStore } from '../runs/sessionStore.ts';
import { ProcessSandbox, type ProcessSandboxOptions } from '../sandbox/host/processSandbox.ts';
import { Engine } from './engine.ts';
import type { EngineParts } from './engineParts.ts';

export interface BuiltEngineOptions extends Pick<EngineParts, 'limits' | 'typeCheck'> {
  readonly catalog: Catalog;
  /** The path of a file under `dist/`, such as `sandbox/thread.js`. */
  readonly bundle: (file: string) => string;
  /** Where the shapes of answers are kept; without it they end with the process. */
  readonly observedFile: string | undefined;
  /** `codeMode.learnOutputTypes`, asked at each use. */
  readonly learn: () => boolean;
  readonly declarationsFile: string;
  readonly sandbox: Pick<ProcessSandboxOptions, 'engine' | 'allowUnconfined' | 'osWall'>;
  /** Take one line each. */
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

export class BuiltEngine {
  readonly engine: Engine;
  readonly declarations: Declarations;
  readonly results = new ResultStore();
  readonly observed: ObservedOutputs;
  readonly #closers: readonly (() => Promise<void>)[];

  /** Starts nothing. */
  constructor({
    catalog,
    bundle,
    observedFile,
    learn,
    declarationsFile,
    sandbox: wanted,
    limits,
    typeCheck,
    log,
    warn,
  }: BuiltEngineOptions) {
    const sandbox = new ProcessSandbox({ ...wanted, threadFile: bundle('sandbox/thread.js'), guestFile: bundle('sandbox/guest.cjs'), log });
    const checker = new ThreadedChecker({ threadFile: bundle('checker/thread.js'), log });
    const typeChecker = new ThreadedTypeChecker({ threadFile: bundle('checker/types.cjs'), libFolder: bundle('checker/lib'), log });
    const observed = new ObservedOutputs({ ...(observedFile !== undefined && { file: observedFile }), enabled: learn, log: warn });
    const kept = codeVersion === undefined ? undefined : new DeclarationCache({ file: declarationsFile, version: codeVersion, log: warn });
    this.observed = observed;
    this.declarations = new Declarations({ observed: (tool) => observed.of(tool), ...(kept && { kept }) });
    this.engine = new Engine({
      catalog,
      checker,
      typeChecker,
      sandbox,
      declarations: this.declarations,
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
      () => observed.dispose(),
      async () => kept?.dispose(),
    ];
  }

  /** Ends its threads, and writes what is not yet written. Never rejects. */
  async dispose(): Promise<void> {
    await Promise.allSettled(this.#closers.map((close) => close()));
  }
}
