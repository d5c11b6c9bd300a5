// The parts of the engine: ports, threads and stores, which `createEngine` joins for the front doors.
import type { Catalog } from '../catalog/index.ts';
import type { Checker, TypeChecker } from '../checker/index.ts';
import type { Declarations } from '../declarations/index.ts';
import type { ObservedMedia, ObservedOutputs, ResultStore, SessionStore } from './stores/index.ts';
import type { Sandbox, SandboxLimits } from '../sandbox/index.ts';
import type { ApprovalRules } from './consent/approvalRules.ts';
import type { FlowRules } from './flow/flowRules.ts';
import type { InputValidator } from './input/inputValidator.ts';
import type { RunJournal } from './runJournal.ts';

/** `warn`: the run continues, and its result lists the findings. */
export type TypeCheckMode = 'error' | 'warn' | 'off';

export interface EngineParts {
  readonly catalog: Pick<Catalog, 'snapshot' | 'usage'>;
  readonly checker: Checker;
  readonly typeChecker: TypeChecker;
  readonly sandbox: Sandbox;
  readonly declarations: Declarations;
  readonly validator: InputValidator;
  readonly results: ResultStore;
  readonly store: SessionStore;
  readonly observed: ObservedOutputs;
  /** Learns which tools answer with images or audio. Its owner disposes of it. */
  readonly media?: Pick<ObservedMedia, 'observe'>;
  /** Settings are read at each run, so that a changed one applies from the next run on. */
  readonly limits: () => SandboxLimits;
  readonly typeCheck: () => TypeCheckMode;
  readonly approvalRules: () => Promise<ApprovalRules>;
  readonly flowRules: () => FlowRules;
  /** Records runs; without it no run is recorded. Its owner disposes of it. */
  readonly journal?: RunJournal;
}
