// Creates the engine over the threads of the build and over files that outlive it. The front doors share this code.
import {
  ThreadedChecker,
  CachedTypeChecker,
  checkerVersion,
  type SignatureReader,
  type TypeCheckCache,
} from '../checker/index.ts';
import { codeVersion, DeclarationCache, ThreadedCompiler, Declarations } from '../declarations/index.ts';
import {
  ObservedOutputs,
  LocalResultStore,
  SessionFiles,
  LocalSessionStore,
  SharedResultStore,
  SharedSessionStore,
  type RedisState,
  type ResultStore,
  type SessionFilesOptions,
} from './stores/index.ts';
import { SupervisedSandbox, type SupervisedSandboxOptions } from '../sandbox/index.ts';
import type { EngineParts } from './engineParts.ts';
import { Engine } from './executeScript.ts';
import { InputValidator } from './input/inputValidator.ts';

export interface CreateEngineOptions extends Pick<
  EngineParts,
  'catalog' | 'limits' | 'typeCheck' | 'approvalRules' | 'flowRules' | 'journal' | 'media'
> {
  /** Returns the path of a file under `dist/`, such as `sandbox/thread.js`. */
  readonly bundle: (file: string) => string;
  /** File that keeps the shapes of answers; if undefined, they end with the process. */
  readonly observedFile: string | undefined;
  /** Value of `codeMode.learnOutputTypes`, read at each use. */
  readonly learn: () => boolean;
  readonly declarationsFile: string;
  /** Folder of V8's code cache for large bundles, which only the user can write. Absent: no code is cached. */
  readonly codeFolder?: string;
  /** Remembers which scripts passed the type check; without it each script is checked. Its owner disposes of it. */
  readonly typeCheckCache?: TypeCheckCache;
  readonly sandbox: Pick<
    SupervisedSandboxOptions,
    'engine' | 'allowUnconfined' | 'osConfinement' | 'replaces' | 'onFallback'
  >;
  /** Files for the stores and large results of sessions; without them, both end with the process. */
  readonly sessions?: Pick<SessionFilesOptions, 'folder' | 'keeps'>;
  /** State that several processes share; it replaces the files of `sessions`. Its owner closes it. */
  readonly shared?: RedisState;
  /** Called with one line; so is `warn`. */
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** The engine, and the parts of it that a front door uses directly. */
export interface CreatedEngine {
  readonly engine: Engine;
  readonly declarations: Declarations;
  readonly results: ResultStore;
  readonly observed: ObservedOutputs;
  /** Reads the signatures of saved scripts. */
  readonly signatures: SignatureReader;
  /** Creates a sandbox with the same settings for a trial. `selfCheck` replaces the guest. The caller closes it. */
  trialSandbox(guest?: 'guest' | 'selfCheck'): SupervisedSandbox;
  /**
   * Creates a sandbox with the same settings for a script that is debugged. `onInspector` is called with the address at
   * which the process waits for the debugger. The caller closes the sandbox.
   */
  debugSandbox(onInspector: (address: string) => void): SupervisedSandbox;
  /** Deletes the stored values of all sessions. Resolves to the number of sessions that had files. */
  clearStored(): Promise<number>;
  /** Ends all threads and writes pending data. Never rejects. */
  dispose(): Promise<void>;
}

/** Creates the engine without starting a thread or process. */
export function createEngine(options: CreateEngineOptions): CreatedEngine {
  const { bundle, log, warn } = options;
  const { onFallback, ...settings } = options.sandbox;
  const newSandbox = (
    guest: 'guest' | 'selfCheck',
    more: Pick<SupervisedSandboxOptions, 'onFallback' | 'onInspector'> = {},
  ) =>
    new SupervisedSandbox({
      ...settings,
      ...more,
      threadFile: bundle('sandbox/thread.js'),
      guestFile: bundle(`sandbox/${guest}.cjs`),
      log,
    });
  const sandbox = newSandbox('guest', onFallback && { onFallback });
  const { checker, typeChecker } = newCheckers(options);
  const validator = new InputValidator({ threadFile: bundle('engine/inputThread.js'), log: warn });
  const observed = new ObservedOutputs({
    file: options.observedFile,
    recordedFile: bundle('declarations/recordedOutputs.json'),
    enabled: options.learn,
    log: warn,
  });
  const compiler = new ThreadedCompiler({ threadFile: bundle('declarations/thread.js'), log });
  const kept =
    codeVersion === undefined
      ? undefined
      : new DeclarationCache({ file: options.declarationsFile, version: codeVersion, log: warn });
  const declarations = new Declarations({ compiler, learned: (tool) => observed.of(tool), kept });
  const { files, results, store, clearStored } = newStores(options);
  const engine = new Engine({
    ...options,
    checker,
    typeChecker,
    sandbox,
    declarations,
    validator,
    results,
    store,
    observed,
  });
  return {
    engine,
    declarations,
    results,
    observed,
    signatures: checker,
    trialSandbox: (guest = 'guest') => newSandbox(guest),
    debugSandbox: (onInspector) => newSandbox('guest', { onInspector }),
    clearStored,
    dispose: async () => {
      const parts = [sandbox, checker, compiler, validator, observed, kept, files];
      await Promise.allSettled(parts.map(async (part) => part?.dispose()));
    },
  };
}

/** Creates the checker, and the type checker: the same one, or one that remembers which scripts passed. */
function newCheckers({ bundle, codeFolder, typeCheckCache, log }: CreateEngineOptions) {
  const checker = new ThreadedChecker({
    threadFile: bundle('checker/thread.js'),
    libFolder: bundle('checker/lib'),
    ...(codeFolder !== undefined && {
      cachedCode: {
        prepareScript: { file: bundle('checker/prepareScript.cjs'), folder: codeFolder },
        typeAnswers: { file: bundle('checker/typeAnswers.cjs'), folder: codeFolder },
      },
    }),
    log,
  });
  const typeChecker =
    typeCheckCache && checkerVersion !== undefined
      ? new CachedTypeChecker({ checker, cache: typeCheckCache, version: checkerVersion })
      : checker;
  return { checker, typeChecker };
}

/** Creates the stores of this process, or over the state that it shares with others. */
function newStores({ sessions, shared, warn }: CreateEngineOptions) {
  const files = sessions && new SessionFiles({ ...sessions, log: warn });
  const results = new LocalResultStore(files);
  const store = new LocalSessionStore(files);
  return {
    files,
    results: shared ? new SharedResultStore(shared, warn) : results,
    store: shared ? new SharedSessionStore(shared, warn) : store,
    clearStored: async () => {
      results.clear();
      store.clear();
      return (await files?.clear()) ?? 0;
    },
  };
}
