// Entry point of the guest in the WebAssembly engine. The guest is the same as in a sandbox process, on an engine that
// has only the language.
import { boot } from '../boot.ts';
import { explainErrors } from './explainErrors.ts';
import { takeHost } from './host.ts';
import { captureBindings } from './hostBindings.ts';
import { borrowGlobals, makeRealm } from './realm.ts';

// The shared guest calls the `harden` of SES. In this engine `makeRealm` freezes everything at once.
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
