// What a person or a test chooses of the sandbox, as the extension host hands it to the thread.

/**
 * `process`: SES in a process without rights. `wasm`: QuickJS in WebAssembly, in a thread, for where no process can be
 * started or none is wanted; several times slower, and without `Intl`.
 */
export const sandboxEngines = ['process', 'wasm'] as const;
export type SandboxEngine = (typeof sandboxEngines)[number];

/** `codeMode.sandbox.engine`. `auto`: the process, and WebAssembly where no process can be had (supervisor/fallbackPool.ts). */
export const engineChoices = ['auto', ...sandboxEngines] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** Whether processes run behind a wall of the operating system: never, where there is one, or not without. */
export const osConfinementModes = ['off', 'auto', 'required'] as const;
export type OsConfinementMode = (typeof osConfinementModes)[number];

export function isOsConfinementMode(value: unknown): value is OsConfinementMode {
  return osConfinementModes.some((mode) => mode === value);
}

/** What the extension host hands to the thread when it starts it. */
export interface SupervisorOptions {
  readonly engine: EngineChoice;
  readonly guestFile: string;
  readonly execPath: string;
  readonly spares: number;
  readonly replaces: boolean;
  readonly allowUnconfined: boolean;
  readonly osConfinement: OsConfinementMode;
  readonly idleMs: number;
  /** After this long a process that is not ready counts as failed, in milliseconds. */
  readonly startLimitMs: number;
  readonly meter: MeterChoice;
  /** Processes listen to a debugger, and wait for one before they take a script. */
  readonly debug: boolean;
}

/** How processes are measured; for tests, another system's way or another program than the system's own. */
export interface MeterChoice {
  readonly platform?: NodeJS.Platform;
  /** The program that is asked; on Linux the folder that stands for /proc. */
  readonly source?: string;
}

interface MeterStatus {
  /** The program that is asked, or the folder of the kernel's. */
  readonly source: string;
  readonly state: 'untested' | 'works' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

interface OsConfinementStatus {
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
  /** Of processes that a debugger attaches to: whether Node's permission model still holds them. */
  readonly debug?: { readonly permission: boolean };
}
