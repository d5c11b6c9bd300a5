// The public names of this room. Other rooms import them from here alone.
export { applySetup, undoSetup, type SetupOutcome } from './applySetup.ts';
export { planClient, type ClientPlan, type ClientPlanning } from './clientPlan.ts';
export { clientIds, clientsAt, formatOf, type ClientProgram } from './clients.ts';
export { entryName, thisProgram } from './serverEntry.ts';
export { readSetupRecord, recordOf, recordsOf } from './setupRecord.ts';
