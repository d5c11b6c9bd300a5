// Keeps the status of the engine, the meter and the confinement, and reports each change.
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

  /** Reports the status only if it has changed. */
  set(change: Partial<SandboxStatus>): void {
    const changed = { ...this.#status, ...change };
    if (JSON.stringify(changed) === JSON.stringify(this.#status)) return;
    this.#status = changed;
    this.#tell(changed);
  }
}
