import { sandboxEngines, type SandboxEngine } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { everyTest } from './everyTest.ts';

/**
 * The engines for tests of a script's behaviour in each engine. `npm run test:full` uses all of them; undefined is the
 * `FakeSandbox`.
 */
export const testedEngines: readonly (SandboxEngine | undefined)[] = everyTest ? sandboxEngines : [undefined];
