import { interruptedHere } from '../../cli/interruptedHere.ts';
import { testInterruption } from '../../cli/interruptionTests.ts';

testInterruption((title) => !interruptedHere.includes(title));
