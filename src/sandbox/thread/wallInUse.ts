// The wall of the operating system that processes are started behind, for as long as it lets them start.
import type { OsWallMode } from '../protocol/threadOptions.ts';
import { whyWallFailed, type WallFinding } from './findOsWall.ts';
import type { StartFailure } from './isolate.ts';
import { noWall, type OsWall } from './osWall.ts';
import type { StatusKeeper } from './statusKeeper.ts';

const withoutWall = 'Scripts run without a wall of the operating system (codeMode.sandbox.os, --sandbox-os):';

/** The wall that processes are started behind. Of `auto` it goes when the first process behind it does not start. */
export class WallInUse {
  readonly #mode: OsWallMode;
  readonly #status: StatusKeeper;
  readonly #note: (text: string) => void;
  readonly #program: string | undefined;
  #wall: OsWall = noWall;
  #stands = false;

  constructor(found: WallFinding, mode: OsWallMode, status: StatusKeeper, note: (text: string) => void) {
    this.#mode = mode;
    this.#status = status;
    this.#note = note;
    if (found.ok) {
      this.#wall = found.wall;
      this.#program = found.program;
      // What is required was tried.
      this.#set(found.wall === noWall ? 'off' : mode === 'required' ? 'in force' : 'untried');
    } else this.#leave(found.why);
  }

  get current(): OsWall {
    return this.#wall;
  }

  /** Whether the wall, behind which a process was started, was why it failed: the next one is started without. */
  judge(failure: StartFailure | undefined, wall: OsWall): boolean {
    if (wall === noWall) return false;
    if (failure === undefined) {
      this.#stands = true;
      this.#set('in force');
      return false;
    }
    const mayBeTheWall = failure.kind === 'refused' || failure.kind === 'ended' || failure.kind === 'slow';
    if (!mayBeTheWall || this.#stands || this.#mode !== 'auto') return false;
    if (this.#wall !== noWall) this.#leave(whyWallFailed(process.platform, this.#program ?? '', failure.printed || failure.message));
    return true;
  }

  #leave(why: string): void {
    this.#wall = noWall;
    this.#note(`${withoutWall} ${why}`);
    this.#status.set({ osWall: { mode: this.#mode, state: 'none', reason: why } });
  }

  #set(state: 'off' | 'untried' | 'in force'): void {
    const program = this.#program === undefined ? {} : { program: this.#program };
    this.#status.set({ osWall: { mode: this.#mode, state, ...program } });
  }
}
