// `codemode`: what a script can ask of Code Mode itself, beside the tools.
import { maxMessageLength } from '../protocol/bounds.ts';
import type { CodemodeMethod } from '../protocol/messages.ts';

interface CodemodeOptions {
  readonly call: (method: CodemodeMethod, params: readonly unknown[], caller: (...args: never[]) => unknown) => Promise<unknown>;
  readonly display: (block: unknown) => void;
  readonly progress: (message: string, fraction: number | null) => void;
  readonly args: () => unknown;
  readonly results: () => unknown;
}

export function makeCodemode(options: CodemodeOptions): object {
  /** Trailing parameters that were not given are not sent. */
  const asker = (method: CodemodeMethod, parameters: number) => {
    const ask = (...params: unknown[]) => options.call(method, trimmed(params.slice(0, parameters)), ask);
    return Object.defineProperty(ask, 'name', { value: method });
  };
  return harden({
    search: asker('search', 2),
    describe: asker('describe', 2),
    store: {
      get: asker('store.get', 1),
      set: asker('store.set', 2),
      delete: asker('store.delete', 1),
      keys: asker('store.keys', 0),
    },
    display: (block: unknown) => options.display(typeof block === 'string' ? { type: 'text', text: block } : block),
    progress: (message: unknown, fraction?: unknown) =>
      options.progress(
        String(message).slice(0, maxMessageLength),
        typeof fraction === 'number' && Number.isFinite(fraction) ? fraction : null,
      ),
    get args() {
      return options.args();
    },
    get results() {
      return options.results();
    },
  });
}

function trimmed(params: unknown[]): unknown[] {
  while (params.length > 0 && params.at(-1) === undefined) params.pop();
  return params;
}
