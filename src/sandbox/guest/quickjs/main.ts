// What runs inside a machine of WebAssembly, before and beside the script: the same guest as in a sandbox process, on an
// engine that has nothing but the language.
import { boot } from '../boot.ts';
import { explainErrors } from './explainErrors.ts';
import { takeHost } from './host.ts';
import { captureBindings } from './hostBindings.ts';
import { borrowGlobals, makeRealm } from './realm.ts';

// SES's, on which the shared guest counts; here everything is frozen at once, in `makeRealm`.
Object.assign(globalThis, { harden: (value: unknown) => value });
const host = takeHost();
boot({
  bindings: captureBindings(host),
  borrowGlobals: (options) => borrowGlobals(host, options),
  lockDown: (stackTraces) => {
    stackTraces.install();
    explainErrors();
  },
  makeRealm,
});
