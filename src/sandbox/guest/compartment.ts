// The only world that a script sees: the language, the harmless part of what Node adds to it, and our own globals.
import { giveTimeToIntl, makeDate, type ScriptClock } from './clock.ts';
import { makeCrypto } from './crypto.ts';
import { giveLocaleToIntl } from './locale.ts';
import { languageGlobals } from './languageGlobals.ts';
import type { HostBindings } from './hostBindings.ts';
import { makeMath, type SeededRandom } from './random.ts';
import { makeJson } from './scriptJson.ts';
import { asCallback } from './timers.ts';

/** What SES gives every compartment and no script needs: ways to compile text. */
const evaluators = ['eval', 'Function', 'Compartment', 'ModuleSource', 'HandledPromise', 'lockdown', 'harden', 'assert'];

/** Takes Node off the global object, so that even code outside every compartment finds nothing there. */
export function removeNodeGlobals(): void {
  for (const name of Reflect.ownKeys(globalThis)) {
    if (typeof name === 'string' && !languageGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  // SES reports to a console; what it says is of no use here.
  const silent = () => undefined;
  Reflect.defineProperty(globalThis, 'console', {
    value: Object.freeze({ log: silent, info: silent, warn: silent, error: silent, debug: silent }),
  });
}

export interface BorrowOptions {
  readonly bindings: HostBindings;
  readonly clock: ScriptClock;
  readonly random: SeededRandom;
  /** The language of the run (BCP 47). */
  readonly locale: () => string;
  /** Runs a piece of the script, and deals with what it throws. */
  readonly guard: (work: () => void) => void;
}

/** The part of Node's globals that has no reach, with time and chance of ours: to be called before lockdown. */
export function borrowGlobals({ bindings, clock, random, locale, guard }: BorrowOptions): Record<string, unknown> {
  const { structuredClone, atob, btoa, queueMicrotask, URL, URLSearchParams, TextEncoder, TextDecoder, Intl } = globalThis;
  // These would register blobs with Node.
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
  giveTimeToIntl(clock.now);
  giveLocaleToIntl(locale);
  return {
    Date: makeDate(clock.now),
    Math: makeMath(random.number),
    JSON: makeJson(),
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
    queueMicrotask: (callback: unknown) => {
      const work = asCallback(callback, 'queueMicrotask');
      queueMicrotask(() => guard(work));
    },
    crypto: makeCrypto(random, bindings.digest),
    performance: { now: clock.elapsed },
  };
}

/** A compartment whose globals are fixed; gives the function that evaluates text in it. To be called after lockdown. */
export function makeCompartment(...globals: readonly Record<string, unknown>[]): (source: string) => unknown {
  const compartment = new Compartment();
  const target = compartment.globalThis;
  for (const name of evaluators) Reflect.deleteProperty(target, name);
  const all: Record<string, unknown> = Object.assign({}, ...globals) as Record<string, unknown>;
  for (const [name, value] of Object.entries(all)) Reflect.defineProperty(target, name, { value, writable: true, configurable: true });
  // SES reads globals that cannot change without asking its scope proxy: a loop over Math is several times faster.
  for (const name of Reflect.ownKeys(target)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(target, name);
    if (descriptor?.configurable && 'value' in descriptor) Reflect.defineProperty(target, name, { writable: false, configurable: false });
  }
  const evaluate = (source: string): unknown => compartment.evaluate(source);
  // The first use builds the evaluator.
  evaluate('0');
  return evaluate;
}
