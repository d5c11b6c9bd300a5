// Keeps the operating system's confinement for new processes, as long as processes start with it.
import type { OsConfinementMode } from '../protocol/sandboxOptions.ts';
import { whyConfinementFailed, type ConfinementFinding } from './findOsConfinement.ts';
import type { InstanceStartFailure } from './instance.ts';
import { unconfined, type OsConfinement } from './osConfinement.ts';
import type { StatusKeeper } from './statusKeeper.ts';

const withoutConfinement =
  'The operating system does not confine scripts (codeMode.sandbox.os, --sandbox-os):';

/**
 * The confinement with which processes are started. With the mode `auto`, it is dropped if the first confined process
 * does not start.
 */
export class ConfinementInUse {
  readonly #mode: OsConfinementMode;
  readonly #status: StatusKeeper;
  readonly #note: (text: string) => void;
  readonly #program: string | undefined;
  #wall: OsConfinement = unconfined;
  #stands = false;

  /** `tried` is true if a process has already started with the confinement that was found. */
  constructor(
    found: ConfinementFinding,
    mode: OsConfinementMode,
    status: StatusKeeper,
    note: (text: string) => void,
    tried: boolean,
  ) {
    this.#mode = mode;
    this.#status = status;
    this.#note = note;
    if (found.ok) {
      this.#wall = found.wall;
      this.#program = found.program;
      this.#set(found.wall === unconfined ? 'off' : tried ? 'in force' : 'untried');
    } else this.#leave(found.why);
  }

  get current(): OsConfinement {
    return this.#wall;
  }

  /**
   * Evaluates the start of a process. Returns true if the confinement `wall` was probably why the start failed; the
   * next process then starts without it.
   */
  judge(failure: InstanceStartFailure | undefined, wall: OsConfinement): boolean {
    if (wall === unconfined) return false;
    if (failure === undefined) {
      this.#stands = true;
      this.#set('in force');
      return false;
    }
    const mayBeConfinement =
      failure.kind === 'refused' || failure.kind === 'ended' || failure.kind === 'slow';
    if (!mayBeConfinement || this.#stands || this.#mode !== 'auto') return false;
    if (this.#wall !== unconfined)
      this.#leave(
        whyConfinementFailed(process.platform, this.#program ?? '', failure.printed || failure.message),
      );
    return true;
  }

  #leave(why: string): void {
    this.#wall = unconfined;
    this.#note(`${withoutConfinement} ${why}`);
    this.#status.set({ osConfinement: { mode: this.#mode, state: 'none', reason: why } });
  }

  #set(state: 'off' | 'untried' | 'in force'): void {
    const program = this.#program === undefined ? {} : { program: this.#program };
    this.#status.set({ osConfinement: { mode: this.#mode, state, ...program } });
  }
}
