// The script's world in a machine of WebAssembly. The machine is the wall: nothing outside it can be reached from within.
// Compiling text is taken away all the same, since the checker reads only the text that it is given.
import { makeDate } from '../clock.ts';
import type { BorrowOptions } from '../compartment.ts';
import { makeCrypto } from '../crypto.ts';
import { languageGlobals } from '../languageGlobals.ts';
import { makeMath } from '../random.ts';
import { makeJson } from '../scriptJson.ts';
import { asCallback } from '../timers.ts';
import { freezeShared } from './freeze.ts';
import type { Host } from './host.ts';
import { refuseLocales } from './locales.ts';
import { mendLocalTimes } from './localTimes.ts';
import { structuredClone } from './structuredClone.ts';
import { makeUrlClasses } from './url.ts';

/** The part of the engine's globals that scripts get: to be called before they are removed. */
export function borrowGlobals(host: Host, { bindings, clock, random, guard }: BorrowOptions): Record<string, unknown> {
  const { atob, btoa, queueMicrotask, TextEncoder, TextDecoder } = globalThis;
  return {
    Date: makeDate(clock.now, mendLocalTimes(host)),
    Math: makeMath(random.number),
    JSON: makeJson(),
    ...makeUrlClasses(),
    TextEncoder,
    TextDecoder,
    structuredClone,
    atob,
    btoa,
    queueMicrotask: (callback: unknown) => {
      const work = asCallback(callback, 'queueMicrotask');
      queueMicrotask(() => guard(work));
    },
    crypto: makeCrypto(random, bindings.digest),
    performance: { now: clock.elapsed },
  };
}

/** Of the names that may stay on a global object, those that no script is promised. */
const unpromised = ['harden', 'Float16Array'];

/** Leaves the language and our own globals, none of which can be changed; gives the function that evaluates the script. */
export function makeRealm(own: Record<string, unknown>, tools: { readonly tools: object }): (source: string) => unknown {
  const { eval: evaluate } = globalThis;
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (unpromised.includes(name) || !languageGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  removeConstructors();
  refuseLocales();
  Object.assign(globalThis, own);
  // `date.constructor` and `date.__proto__ = x` lead past what scripts are given.
  Object.defineProperty(Date.prototype, 'constructor', { value: own['Date'] });
  Reflect.deleteProperty(Object.prototype, '__proto__');
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'globalThis');
  freezeShared(names.map((name) => Reflect.get(globalThis, name) as unknown));
  Object.assign(globalThis, tools);
  for (const name of [...names, 'tools']) Object.defineProperty(globalThis, name, { writable: false, configurable: false });
  return (source) => evaluate(`"use strict";${source}`) as unknown;
}

/** `Function` and its kin are reached from any function, too. */
function removeConstructors(): void {
  const refuse = () => {
    throw new TypeError('Code cannot be made from text: write it in the script.');
  };
  const functions = [() => undefined, async () => Promise.resolve(), function* () {}, async function* () {}];
  for (const made of functions) Object.defineProperty(Object.getPrototypeOf(made), 'constructor', { value: refuse });
}
