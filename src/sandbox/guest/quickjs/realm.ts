// The realm of the script in the WebAssembly engine. The virtual machine isolates the script: nothing outside can be
// reached from within. Functions that compile text are removed all the same, because the checker reads only the text of
// the script.
import { makeDate } from '../clock.ts';
import type { BorrowOptions } from '../compartment.ts';
import { languageGlobals } from '../languageGlobals.ts';
import { freezeShared } from './freeze.ts';
import type { Host } from './host.ts';
import { refuseLocales } from './locales.ts';
import { mendLocalTimes } from './localTimes.ts';
import { structuredClone } from './structuredClone.ts';
import { makeUrlClasses } from './url.ts';

/** Returns the engine's globals that scripts get. Must be called before the globals are removed. */
export function borrowGlobals(host: Host, { clock }: BorrowOptions): Record<string, unknown> {
  const { atob, btoa, TextEncoder, TextDecoder } = globalThis;
  return {
    Date: makeDate(clock.now, mendLocalTimes(host)),
    ...makeUrlClasses(),
    TextEncoder,
    TextDecoder,
    structuredClone,
    atob,
    btoa,
  };
}

/** Names of `languageGlobals` that scripts do not get in this engine. */
const unpromised = ['harden', 'Float16Array'];

/** Removes all other globals, makes the rest unchangeable, and returns the function that evaluates the script. */
export function makeRealm(
  own: Record<string, unknown>,
  tools: { readonly tools: object },
): (source: string) => unknown {
  const { eval: evaluate } = globalThis;
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (unpromised.includes(name) || !languageGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  removeConstructors();
  refuseLocales();
  Object.assign(globalThis, own);
  // `date.constructor` would give a script the native `Date`, and `object.__proto__ = x` would change prototypes.
  Object.defineProperty(Date.prototype, 'constructor', { value: own['Date'] });
  Reflect.deleteProperty(Object.prototype, '__proto__');
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'globalThis');
  freezeShared(names.map((name) => Reflect.get(globalThis, name) as unknown));
  Object.assign(globalThis, tools);
  for (const name of [...names, 'tools'])
    Object.defineProperty(globalThis, name, { writable: false, configurable: false });
  return (source) => evaluate(`"use strict";${source}`) as unknown;
}

/** Replaces the constructors of functions (`Function` and its variants), because any function leads to them. */
function removeConstructors(): void {
  const refuse = () => {
    throw new TypeError('Code cannot be made from text: write it in the script.');
  };
  const functions = [() => undefined, async () => Promise.resolve(), function* () {}, async function* () {}];
  for (const made of functions)
    Object.defineProperty(Object.getPrototypeOf(made), 'constructor', { value: refuse });
}
