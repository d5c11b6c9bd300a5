import { testInterruption } from './interruptionTests.ts';

const few = ['ends on SIGINT while it starts', 'ends on SIGINT while a server does not end'];

testInterruption((title) => few.includes(title), { isMeasured: false });
