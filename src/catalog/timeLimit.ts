// An end for work that may take for ever, on a thread that others wait for: the regular expressions of servers.
import { createContext, Script, type Context } from 'node:vm';

const mostMs = 50;
const script = new Script('work()');

/** Made once for work that comes often: the first takes a millisecond more than the others. */
export class TimeLimit {
  readonly #global: { work?: () => unknown } = {};
  #context: Context | undefined;

  /** What `work` gives; undefined when its time was up, or it threw. */
  run<T>(work: () => T): T | undefined {
    this.#context ??= createContext(this.#global);
    this.#global.work = work;
    try {
      return script.runInContext(this.#context, { timeout: mostMs }) as T; // what `work` gives
    } catch {
      return undefined;
    } finally {
      delete this.#global.work;
    }
  }
}
