import { sandboxEngines, type SandboxEngine } from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from './everyTest.ts';

/** The engines for tests of what a script does in each: all of them in `npm run test:full`; undefined is the `FakeSandbox`. */
export const testedEngines: readonly (SandboxEngine | undefined)[] = everyTest ? sandboxEngines : [undefined];
