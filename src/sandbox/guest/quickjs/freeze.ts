// Freezes the language's shared objects: the guest works with the same ones as the script, and has to be able to rely on
// them to say what happened. Nothing outside the machine depends on it.
import { override } from '../overridable.ts';

/** Text and numbers have no properties of their own. */
const withoutOwn: readonly object[] = [String.prototype, Number.prototype, Boolean.prototype, BigInt.prototype, Symbol.prototype];

function isPrototype(value: object): boolean {
  const own: unknown = Object.getOwnPropertyDescriptor(value, 'constructor')?.value;
  return typeof own === 'function' && own.prototype === value;
}

/** What the language has without a name: reached through syntax and through what built-in functions give. */
function unnamed(): unknown[] {
  const functions = [() => undefined, async () => Promise.resolve(), function* () {}, async function* () {}];
  const iterators = [[].values(), new Map().keys(), new Set().keys(), ''[Symbol.iterator](), ''.matchAll(/a/g)];
  return [...functions, ...iterators];
}

/** Freezes `roots`, what the language has besides, and all that is reached from them by properties and prototypes. */
export function freezeShared(roots: readonly unknown[]): void {
  const seen = new Set<object>();
  const left: unknown[] = [...roots, ...unnamed()];
  while (left.length > 0) {
    const value = left.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
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
