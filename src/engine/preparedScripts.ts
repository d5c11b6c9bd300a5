// Scripts that stay prepared: a preview is followed by the run of the same code. Each may be a megabyte.
import type { Checker, Preparation } from '../checker/checkedScript.ts';
import { setNewest } from '../catalog/setNewest.ts';

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
    // What could not be read may be the thread's fault, and is read again.
    if (preparation.ok) setNewest(this.#prepared, code, preparation, most);
    return preparation;
  }
}
