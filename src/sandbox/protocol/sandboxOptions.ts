// Options and status of the sandbox, as extension host and supervisor thread exchange them.

/**
 * `process`: SES in a process without permissions. `wasm`: QuickJS in WebAssembly, in a thread, for systems on which no
 * process can be started, or by choice. `wasm` is several times slower and has no `Intl`.
 */
export const sandboxEngines = ['process', 'wasm'] as const;
export type SandboxEngine = (typeof sandboxEngines)[number];

/**
 * Values of `codeMode.sandbox.engine`. `auto`: a process, or WebAssembly where no process can be started
 * (supervisor/engines.ts).
 */
export const engineChoices = ['auto', ...sandboxEngines] as const;
export type EngineChoice = (typeof engineChoices)[number];

/**
 * Use of confinement by the operating system: never, where the system has one, or always (scripts do not run without
 * it).
 */
export const osConfinementModes = ['off', 'auto', 'required'] as const;
export type OsConfinementMode = (typeof osConfinementModes)[number];

/** Options with which the extension host starts the supervisor thread, with the defaults of the host. */
export interface SupervisorOptions {
  /** The engine that runs scripts (`codeMode.sandbox.engine`). Default `auto`. */
  readonly engine: EngineChoice;
  /** Path of dist/sandbox/guest.cjs. */
  readonly guestFile: string;
  /** Path of the Node or Electron executable that runs scripts. Default: the current executable. */
  readonly execPath: string;
  /** Number of started processes that wait for the next run. With 0, no process ever waits. Default 1. */
  readonly spares: number;
  /** True if a used process is replaced at once. False is for a program that makes only one run. Default true. */
  readonly replaces: boolean;
  /** True if scripts may run without Node's permission model (`codeMode.sandbox.allowUnconfined`). Default false. */
  readonly allowUnconfined: boolean;
  /** Use of confinement by the operating system (`codeMode.sandbox.os`). Default `auto`. */
  readonly osConfinement: OsConfinementMode;
  /** Time without a run after which the waiting processes are ended, in milliseconds. Default 5 minutes. */
  readonly idleMs: number;
  /** Time after which a process that is not ready counts as failed, in milliseconds. Default 10 s. */
  readonly startLimitMs: number;
  /** The way to measure processes. Default: the way of this operating system. */
  readonly meter: MeterChoice;
  /** True if processes listen for a debugger and wait for one before they take a script. */
  readonly debug: boolean;
}

/** The way to measure processes. Tests choose the way of another system, or another program. */
export interface MeterChoice {
  readonly platform?: NodeJS.Platform;
  /** The program that measures, or on Linux the folder that replaces /proc. */
  readonly source?: string;
}

export interface SandboxStatus {
  /** Value of the setting or command line option. */
  readonly choice: EngineChoice;
  /** The engine that runs scripts now. */
  readonly engine: SandboxEngine;
  /** Reason why WebAssembly runs scripts although the choice is `auto`. */
  readonly fallback?: string;
  /** Reason why no script can run. */
  readonly unavailable?: string;
  /** True if an instance of this engine has been ready for a script at least once. */
  readonly ready: boolean;
  /** Status of the measurement of processes; undefined for WebAssembly, which needs no program for it. */
  readonly meter?: {
    /** The program that measures, or the folder of the kernel. */
    readonly source: string;
    readonly state: 'untested' | 'works' | 'failed';
    /** Reason of the failure. */
    readonly reason?: string;
  };
  readonly osConfinement: {
    readonly mode: OsConfinementMode;
    /**
     * `none`: scripts run without confinement, or do not run if it is required. `untried`: no confined process has
     * started yet.
     */
    readonly state: 'off' | 'untried' | 'in force' | 'none';
    /** The program that confines processes. */
    readonly program?: string;
    /** Reason why there is no confinement, and what the user can do. */
    readonly reason?: string;
  };
  /** For processes with a debugger: true if Node's permission model is still in force. */
  readonly debug?: { readonly permission: boolean };
}

/** Returns the status before anything has started. */
export function statusAtFirst(choice: EngineChoice, mode: OsConfinementMode): SandboxStatus {
  return {
    choice,
    engine: choice === 'wasm' ? 'wasm' : 'process',
    ready: false,
    osConfinement: { mode, state: mode === 'off' ? 'off' : 'untried' },
  };
}
