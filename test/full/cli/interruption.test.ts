import { testInterruption } from '../../cli/interruptionTests.ts';

testInterruption(() => true, { isMeasured: true });
