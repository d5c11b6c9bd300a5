// What runs inside a sandbox process, before and beside the script: takes what it needs of Node, locks the language
// down, takes Node away, and waits for its one script.
import 'ses';
import { boot } from './boot.ts';
import { borrowGlobals, makeCompartment, removeNodeGlobals } from './compartment.ts';
import { captureBindings } from './hostBindings.ts';
import { makeOverridable } from './overridable.ts';
import type { StackTraces } from './stackTraces.ts';

function lockDown(stackTraces: StackTraces, { Date: scriptDate }: Record<string, unknown>): void {
  repairIntrinsics({
    // The hook of `StackTraces` gives scripts their own frames and no others.
    errorTaming: 'safe',
    stackFiltering: 'verbose',
    errorTrapping: 'none',
    unhandledRejectionTrapping: 'none',
    reporting: 'none',
    consoleTaming: 'unsafe',
    // `toLocaleString('de')` is no danger to anyone.
    localeTaming: 'unsafe',
    // This makes nothing slower; `makeOverridable` does the rest.
    overrideTaming: 'moderate',
  });
  // SES has put there a `Date` of its own, which refuses to tell the time.
  Object.defineProperty(Date.prototype, 'constructor', { value: scriptDate });
  makeOverridable();
  // An answer with a member of this name would become the prototype of what it is copied into.
  Reflect.deleteProperty(Object.prototype, '__proto__');
  hardenIntrinsics();
  stackTraces.install();
}

boot({
  bindings: captureBindings(),
  borrowGlobals,
  lockDown,
  makeRealm: (own, tools) => {
    const evaluate = makeCompartment(harden(own), tools);
    removeNodeGlobals();
    return evaluate;
  },
});
