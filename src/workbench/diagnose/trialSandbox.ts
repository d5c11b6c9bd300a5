// The sandbox of a diagnosis: created for a trial and disposed of after it.
import {
  defaultLimits,
  type CallReply,
  type Sandbox,
  type SandboxHandlers,
  type SandboxOutcome,
  type SandboxStatus,
} from '../../sandbox/index.ts';

export type TrialSandbox = Pick<Sandbox, 'run' | 'dispose'> & { status(): Promise<SandboxStatus> };

/** Answers every call at once and shows nothing. */
const handlers: SandboxHandlers = {
  call: (): Promise<CallReply> => Promise.resolve({ ok: true, value: null }),
  log: () => undefined,
  display: () => undefined,
  progress: () => undefined,
};

/** Runs a script that Code Mode itself provides. */
export function runTrial(sandbox: TrialSandbox, body: string, signal: AbortSignal): Promise<SandboxOutcome> {
  return sandbox.run(
    { body, args: {}, results: {}, names: { trial: ['call'] } },
    handlers,
    defaultLimits,
    signal,
  );
}
