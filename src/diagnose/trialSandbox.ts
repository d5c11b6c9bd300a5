// The sandbox as a diagnosis uses it: one that is made for a trial and closed after it.
import {
  type CallReply,
  type Sandbox,
  type SandboxHandlers,
  type SandboxOutcome,
  type SandboxStatus,
  defaultLimits,
} from '../sandbox/host/sandboxPort.ts';

export type TrialSandbox = Pick<Sandbox, 'run' | 'dispose'> & { status(): Promise<SandboxStatus> };

/** Answers every call at once; shows nothing. */
const handlers: SandboxHandlers = {
  call: (): Promise<CallReply> => Promise.resolve({ ok: true, value: null }),
  log: () => undefined,
  display: () => undefined,
  progress: () => undefined,
};

/** Runs a script of ours. */
export function runTrial(sandbox: TrialSandbox, body: string, signal: AbortSignal): Promise<SandboxOutcome> {
  return sandbox.run({ body, args: {}, results: {}, names: { trial: ['call'] } }, handlers, defaultLimits, signal);
}
