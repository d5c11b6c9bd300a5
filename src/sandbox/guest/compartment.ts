// The compartment, the only realm that a script sees. Its globals are the language, the harmless part of Node's
// globals, and the globals of Code Mode.
import { giveTimeToIntl, makeDate, type ScriptClock } from './clock.ts';
import { giveLocaleToIntl } from './locale.ts';
import { languageGlobals } from './languageGlobals.ts';

/**
 * Globals that SES gives every compartment and that scripts must not have or do not need; most of them compile text.
 */
const evaluators = 'eval Function Compartment ModuleSource HandledPromise lockdown harden assert'.split(' ');

/** Removes Node from the global object, so that code that escapes the compartment finds nothing there either. */
export function removeNodeGlobals(): void {
  for (const name of Reflect.ownKeys(globalThis)) {
    if (typeof name === 'string' && !languageGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  // SES writes reports to `console`. Nobody reads them here.
  const silent = () => undefined;
  Reflect.defineProperty(globalThis, 'console', {
    value: Object.freeze({ log: silent, info: silent, warn: silent, error: silent, debug: silent }),
  });
}

export interface BorrowOptions {
  readonly clock: ScriptClock;
  /** Returns the language of the run (BCP 47). */
  readonly locale: () => string;
}

/**
 * Returns Node's globals that reach nothing outside the process, with the run's own clock. Must be called before
 * lockdown.
 */
export function borrowGlobals({ clock, locale }: BorrowOptions): Record<string, unknown> {
  const { structuredClone, atob, btoa, URL, URLSearchParams, TextEncoder, TextDecoder, Intl } = globalThis;
  // These methods would register blobs with Node.
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
  giveTimeToIntl(clock.now);
  giveLocaleToIntl(locale);
  return {
    Date: makeDate(clock.now),
    Intl,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    Float32Array,
    Float64Array,
    structuredClone: (value: unknown) => structuredClone(value),
    atob: (text: string) => atob(text),
    btoa: (text: string) => btoa(text),
  };
}

/**
 * Creates a compartment with fixed globals and returns the function that evaluates text in it. Must be called after
 * lockdown.
 */
export function makeCompartment(...globals: readonly Record<string, unknown>[]): (source: string) => unknown {
  const compartment = new Compartment();
  const target = compartment.globalThis;
  for (const name of evaluators) Reflect.deleteProperty(target, name);
  const all: Record<string, unknown> = Object.assign({}, ...globals) as Record<string, unknown>;
  for (const [name, value] of Object.entries(all))
    Reflect.defineProperty(target, name, { value, writable: true, configurable: true });
  // SES reads a global that cannot change without asking its scope proxy: a loop that uses `Math` becomes several times
  // faster.
  for (const name of Reflect.ownKeys(target)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(target, name);
    if (descriptor?.configurable && 'value' in descriptor)
      Reflect.defineProperty(target, name, { writable: false, configurable: false });
  }
  const evaluate = (source: string): unknown => compartment.evaluate(source);
  // The first evaluation builds the evaluator, before the script arrives.
  evaluate('0');
  return evaluate;
}
