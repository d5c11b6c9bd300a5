// Freezes the shared objects of the language. The guest uses the same objects as the script, and must be able to rely
// on them to report what happened. Nothing outside the virtual machine depends on them.
import { override } from '../overridable.ts';

/** Prototypes of primitives, which have no own properties. */
const withoutOwn: readonly object[] = [
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  BigInt.prototype,
  Symbol.prototype,
];

function isPrototype(value: object): boolean {
  const own: unknown = Object.getOwnPropertyDescriptor(value, 'constructor')?.value;
  return typeof own === 'function' && own.prototype === value;
}

/** Returns objects of the language that have no global name: syntax or built-in functions create them. */
function unnamed(): unknown[] {
  const functions = [() => undefined, async () => Promise.resolve(), function* () {}, async function* () {}];
  const iterators = [
    [].values(),
    new Map().keys(),
    new Set().keys(),
    ''[Symbol.iterator](),
    ''.matchAll(/a/g),
  ];
  return [...functions, ...iterators];
}

/**
 * Freezes `roots`, the unnamed objects of the language, and every object that can be reached from them through
 * properties and prototypes.
 */
export function freezeShared(roots: readonly unknown[]): void {
  const seen = new Set<object>();
  const left: unknown[] = [...roots, ...unnamed()];
  while (left.length > 0) {
    const value = left.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
      continue;
    seen.add(value);
    left.push(Object.getPrototypeOf(value));
    const prototype = isPrototype(value) && !withoutOwn.includes(value);
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key) ?? {};
      for (const part of ['get', 'set', 'value']) left.push(Reflect.get(descriptor, part) as unknown);
      if (prototype) override(value, key);
    }
    Object.freeze(value);
  }
}
