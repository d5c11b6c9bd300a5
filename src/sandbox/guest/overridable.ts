// Works around the "override mistake": with frozen prototypes, `list.map = f` and `byName["toString"] = 3` throw,
// although in other JavaScript they give the object a property of its own. This module turns a property of a shared
// prototype into an accessor, whose setter gives the object its own property.
import { languageGlobals } from './languageGlobals.ts';

/**
 * Types whose values have no own properties. A method of a string that is read through an accessor takes three times as
 * long.
 */
const withoutOwn: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'BigInt', 'Symbol']);

/**
 * Prepares the prototypes of the language for being frozen. Properties with symbol keys stay as they are, and so does
 * each `constructor` except that of plain objects: engines watch these properties, and `slice` or `split` take six
 * times as long after a change. Must be called before lockdown ends.
 */
export function makeOverridable(): void {
  const seen = new Set<unknown>([Function.prototype, null]);
  for (const name of languageGlobals) {
    const made: unknown = Reflect.get(globalThis, name);
    let prototype: unknown = typeof made === 'function' && !withoutOwn.has(name) ? made.prototype : null;
    for (; isObject(prototype) && !seen.has(prototype); prototype = Object.getPrototypeOf(prototype)) {
      seen.add(prototype);
      for (const key of Object.getOwnPropertyNames(prototype)) {
        if (key !== 'constructor' || prototype === Object.prototype) override(prototype, key);
      }
    }
  }
}

/** Turns one writable property into an accessor. */
export function override(holder: object, key: PropertyKey): void {
  const descriptor = Object.getOwnPropertyDescriptor(holder, key);
  if (descriptor?.writable !== true || descriptor.configurable !== true) return;
  const value: unknown = descriptor.value;
  Object.defineProperty(holder, key, {
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === holder || !isObject(this)) throw new TypeError(`Cannot change the shared ${String(key)}`);
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
    },
    enumerable: false,
    configurable: false,
  });
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
