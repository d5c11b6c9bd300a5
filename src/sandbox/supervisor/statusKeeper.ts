// What the thread knows of its engine, its meter and its wall, reported whenever it changes.
import type { SandboxStatus } from '../protocol/sandboxOptions.ts';

export class StatusKeeper {
  readonly #tell: (status: SandboxStatus) => void;
  #status: SandboxStatus;

  constructor(status: SandboxStatus, tell: (status: SandboxStatus) => void) {
    this.#status = status;
    this.#tell = tell;
  }

  get status(): SandboxStatus {
    return this.#status;
  }

  /** Tells only what is new. */
  set(change: Partial<SandboxStatus>): void {
    const changed = { ...this.#status, ...change };
    if (JSON.stringify(changed) === JSON.stringify(this.#status)) return;
    this.#status = changed;
    this.#tell(changed);
  }
}
