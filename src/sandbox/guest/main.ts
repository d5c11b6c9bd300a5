// Entry point of a sandbox process. It captures the functions of Node that the guest needs, locks the language down,
// removes Node's globals, and waits for its one script.
import 'ses';
import { boot } from './boot.ts';
import { borrowGlobals, makeCompartment, removeNodeGlobals } from './compartment.ts';
import { captureBindings } from './hostBindings.ts';
import { makeOverridable } from './overridable.ts';
import type { StackTraces } from './stackTraces.ts';

function lockDown(stackTraces: StackTraces, { Date: scriptDate }: Record<string, unknown>): void {
  repairIntrinsics({
    // The hook of `StackTraces` shows scripts only their own frames.
    errorTaming: 'safe',
    stackFiltering: 'verbose',
    errorTrapping: 'none',
    unhandledRejectionTrapping: 'none',
    reporting: 'none',
    consoleTaming: 'unsafe',
    // `toLocaleString('de')` is harmless.
    localeTaming: 'unsafe',
    // This option slows nothing down; `makeOverridable` covers the other properties.
    overrideTaming: 'moderate',
  });
  // SES has put its own `Date` there, which refuses to tell the time.
  Object.defineProperty(Date.prototype, 'constructor', { value: scriptDate });
  makeOverridable();
  // A member of this name in an answer would become the prototype of the object into which a script copies the answer.
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
