import { interruptedHere } from '../../cli/interruptedHere.ts';
import { testInterruption } from '../../cli/interruptionTests.ts';

testInterruption(() => true, { isMeasured: true });
