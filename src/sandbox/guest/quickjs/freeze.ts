// Freezes the language's shared objects: the guest works with the same ones as the script, and has to be able to rely on
// them to say what happened. Nothing outside the machine depends on it.

/** Prototypes on which objects commonly have properties of the same name: `error.name = "Mine"` must work on its own error. */
function isOverridden(prototype: object, key: PropertyKey): boolean {
  return prototype === Object.prototype || prototype === Error.prototype || key === 'constructor' || key === 'toString' || key === 'name';
}

/** A frozen property that objects can still have one of their own beside (as SES's `overrideTaming` has it). */
function overridable(holder: object, key: PropertyKey, value: unknown): PropertyDescriptor {
  return {
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === holder || typeof this !== 'object' || this === null) throw new TypeError(`Cannot change the shared ${String(key)}`);
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
    },
    enumerable: false,
    configurable: false,
  };
}

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
    const prototype = isPrototype(value);
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key) ?? {};
      for (const part of ['get', 'set', 'value']) left.push(Reflect.get(descriptor, part) as unknown);
      if (prototype && descriptor.writable === true && descriptor.configurable === true && isOverridden(value, key))
        Object.defineProperty(value, key, overridable(value, key, descriptor.value));
    }
    Object.freeze(value);
  }
}
