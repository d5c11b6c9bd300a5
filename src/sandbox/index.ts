// The public names of this room. Other rooms import them from here alone.
export { answersHeard } from './host/answersHeard.ts';
export { boundedLimits, isLimit, limitBounds, stricterLimits } from './host/limitBounds.ts';
export { RunSlots } from './host/runSlots.ts';
export { SupervisedSandbox, type SupervisedSandboxOptions } from './host/sandbox.ts';
export {
  beginnings,
  defaultLimits,
  engineChoices,
  held,
  isOsConfinementMode,
  isWithinDepth,
  osConfinementModes,
  readSelfCheckReport,
  spansOf,
  tickOf,
  type CallContext,
  type CallReply,
  type EngineChoice,
  type FeatureMethod,
  type GuestCall,
  type LogEntry,
  type OsConfinementMode,
  type RunConditions,
  type RunReplay,
  type Sandbox,
  type SandboxFailure,
  type SandboxFailureCode,
  type SandboxHandlers,
  type SandboxLimits,
  type SandboxOutcome,
  type SandboxStatus,
  type SelfCheckReport,
  type Tick,
  type TickSpans,
} from './host/sandboxPort.ts';
export { ValueTurns } from './host/valueTurns.ts';
