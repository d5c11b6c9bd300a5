// What runs inside a sandbox process, before and beside the script: takes what it needs of Node, locks the language
// down, takes Node away, and waits for its one script.
import 'ses';
import { boot } from './boot.ts';
import { borrowGlobals, makeCompartment, removeNodeGlobals } from './compartment.ts';
import { takePowers } from './powers.ts';
import type { Stacks } from './stacks.ts';

function lockDown(stacks: Stacks): void {
  lockdown({
    // The hook of `Stacks` gives scripts their own frames and nobody else's.
    errorTaming: 'safe',
    stackFiltering: 'verbose',
    errorTrapping: 'none',
    unhandledRejectionTrapping: 'none',
    reporting: 'none',
    consoleTaming: 'unsafe',
    // `toLocaleString('de')` is no danger to anyone.
    localeTaming: 'unsafe',
    // `error.name = 'X'` and the like work on objects whose prototypes are frozen.
    overrideTaming: 'moderate',
  });
  stacks.install();
}

boot({
  powers: takePowers(),
  borrowGlobals,
  lockDown,
  makeWorld: (own, tools) => {
    const evaluate = makeCompartment(harden(own), tools);
    removeNodeGlobals();
    return evaluate;
  },
});
