// The public names of this room. Other rooms import them from here alone.
export { boundedLimits, isLimit, limitBounds, stricterLimits } from './host/limitBounds.ts';
export { SupervisedSandbox, type SupervisedSandboxOptions } from './host/sandbox.ts';
export {
  defaultLimits,
  type CallContext,
  type CallReply,
  type GuestCall,
  type LogEntry,
  type Sandbox,
  type SandboxFailure,
  type SandboxHandlers,
  type SandboxLimits,
  type SandboxOutcome,
} from './host/sandboxPort.ts';
export type { FeatureMethod, RunConditions, RunReplay, Tick } from './protocol/messages.ts';
export { engineChoices, osConfinementModes, type SandboxStatus } from './protocol/sandboxOptions.ts';
export { held, readSelfCheckReport, type SelfCheckReport } from './protocol/selfCheckReport.ts';
