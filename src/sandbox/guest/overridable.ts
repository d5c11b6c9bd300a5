// A frozen prototype would refuse `list.map = f` and `byName["toString"] = 3`, which in any other JavaScript give an object a property of its
// own (the "override mistake"). So a property of a shared prototype becomes an accessor, whose setter gives the object that property.
import { languageGlobals } from './languageGlobals.ts';

/** Their values have no properties of their own, and a method of text that is read through an accessor takes three times as long. */
const withoutOwn: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'BigInt', 'Symbol']);

/**
 * Prepares the prototypes of the language for being frozen. What symbols name stays as it is, and so does
 * `constructor` but that of plain objects: engines watch them, and a `slice` or a `split` after a change of theirs takes six times as long. To be called before lockdown ends.
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

/** Makes an accessor of one property that can be written. */
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
