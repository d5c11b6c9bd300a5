// What an engine is made of: the parts that a front door hands over, and what the engine adds for its runs.
import type { Catalog } from '../catalog/catalog.ts';
import type { Checker } from '../checker/checkedScript.ts';
import type { TypeChecker } from '../checker/types/typeCheck.ts';
import type { Declarations } from '../declarations/declarations.ts';
import type { ObservedOutputs } from '../storage/observedOutputs.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import type { SessionStore } from '../storage/sessionStore.ts';
import type { Sandbox, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import type { InputValidator } from './input/inputValidator.ts';
import type { ToolFinder } from './find/toolFinder.ts';
import type { TypeCheckMode } from './beforeRun/typeErrors.ts';

export interface EngineParts {
  readonly catalog: Catalog;
  readonly checker: Checker;
  readonly typeChecker: TypeChecker;
  readonly sandbox: Sandbox;
  readonly declarations: Declarations;
  /** The same for the type check: without outputs that were only observed, for what was never seen may still come. */
  readonly declared: Declarations;
  readonly validator: InputValidator;
  readonly results: ResultStore;
  readonly store: SessionStore;
  readonly observed: ObservedOutputs;
  /** Read at each run, so that a changed setting counts from the next run on. */
  readonly limits: () => SandboxLimits;
  /** Read at each run, too. */
  readonly typeCheck: () => TypeCheckMode;
}

/** With what the engine itself keeps from run to run. */
export interface RunParts extends EngineParts {
  readonly finder: ToolFinder;
}
