// The global `codemode`: the functions of Code Mode that a script can use besides tools.
import { maxMessageLength } from '../protocol/bounds.ts';
import type { Calls } from './calls.ts';

interface CodemodeOptions {
  readonly calls: Calls;
  readonly display: (block: unknown) => void;
  readonly progress: (message: string, fraction: number | null) => void;
  readonly args: () => unknown;
  readonly results: () => unknown;
}

export function makeCodemode(options: CodemodeOptions): object {
  const { calls } = options;
  return harden({
    search: calls.codemodeFunction('search', 2),
    describe: calls.codemodeFunction('describe', 2),
    store: {
      get: calls.codemodeFunction('store.get', 1),
      set: calls.codemodeFunction('store.set', 2),
      delete: calls.codemodeFunction('store.delete', 1),
      keys: calls.codemodeFunction('store.keys', 0),
    },
    display: (block: unknown) =>
      options.display(typeof block === 'string' ? { type: 'text', text: block } : block),
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
