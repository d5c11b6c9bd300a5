// What the sandbox says of itself, as plain data: which engine runs scripts and why, whether time and memory can be
// measured, and how the wall of the operating system stands. For logs, notifications and diagnoses.
import type { EngineChoice, OsConfinementMode, SandboxEngine } from './sandboxOptions.ts';

export interface MeterStatus {
  /** The program that is asked, or the folder of the kernel's. */
  readonly source: string;
  readonly state: 'untested' | 'works' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

export interface OsConfinementStatus {
  readonly mode: OsConfinementMode;
  /** `none`: scripts run without it, or do not run where it is required. `untried`: no process was started behind it yet. */
  readonly state: 'off' | 'untried' | 'in force' | 'none';
  /** The program that builds it. */
  readonly program?: string;
  /** Why there is none, and what helps. */
  readonly reason?: string;
}

export interface SandboxStatus {
  /** What the setting or option says. */
  readonly choice: EngineChoice;
  /** What scripts run in now. */
  readonly engine: SandboxEngine;
  /** Why WebAssembly runs scripts although the choice is `auto`. */
  readonly fallback?: string;
  /** Why no script can run. */
  readonly unavailable?: string;
  /** A process or machine of this engine was ready for a script at least once. */
  readonly ready: boolean;
  /** Of processes; a machine of WebAssembly needs no program to be measured. */
  readonly meter?: MeterStatus;
  readonly osConfinement: OsConfinementStatus;
}
