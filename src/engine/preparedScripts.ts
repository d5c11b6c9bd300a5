// Scripts that stay prepared: a preview is followed by the run of the same code. Each may be a megabyte.
import type { Checker, Preparation } from '../checker/checkedScript.ts';

const most = 8;

export class PreparedScripts {
  readonly #checker: Checker;
  /** By code, on which alone it depends; the one used longest ago goes first. */
  readonly #prepared = new Map<string, Preparation>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** Rejects when `signal` aborts. */
  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    signal.throwIfAborted();
    const preparation = this.#prepared.get(code) ?? (await this.#checker.prepare(code, signal));
    this.#prepared.delete(code);
    // What could not be read may be the thread's fault, and is read again.
    if (preparation.ok) this.#prepared.set(code, preparation);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > most && oldest !== undefined) this.#prepared.delete(oldest);
    return preparation;
  }
}
