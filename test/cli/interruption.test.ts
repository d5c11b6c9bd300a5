import { interruptedHere } from './interruptedHere.ts';
import { testInterruption } from './interruptionTests.ts';

testInterruption((title) => interruptedHere.includes(title), { isMeasured: false });
