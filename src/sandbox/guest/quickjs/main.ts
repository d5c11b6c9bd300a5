// What runs inside a machine of WebAssembly, before and beside the script: the same guest as in a sandbox process, on an
// engine that has nothing but the language.
import { boot } from '../boot.ts';
import { takeHost } from './host.ts';
import { takePowers } from './powers.ts';
import { borrowGlobals, makeRealm } from './realm.ts';

/** Freezes what is ours to give: SES brings its own, which also freezes what is shared. */
function harden<T>(value: T): T {
  if (typeof value !== 'object' && typeof value !== 'function') return value;
  if (value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const { value: inner } of Object.values(Object.getOwnPropertyDescriptors(value))) harden<unknown>(inner);
  return value;
}

Object.assign(globalThis, { harden });
boot({
  powers: takePowers(takeHost()),
  borrowGlobals,
  lockDown: (stacks) => stacks.install(),
  makeWorld: (own, tools) => {
    const evaluate = makeRealm(own, tools);
    Reflect.deleteProperty(globalThis, 'harden');
    return evaluate;
  },
});
