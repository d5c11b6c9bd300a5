// What a run takes place in, whichever engine is behind it: started empty, given one script, ended after it. The pool
// keeps instances warm and a run supervises one; neither knows whether it is a process or a machine of WebAssembly.
import type { RunLimits } from '../protocol/messages.ts';
import type { ProcessShape } from './commandLine.ts';
import type { GuestMessage } from './guestMessage.ts';
import type { Reading } from './processMeter.ts';

/**
 * `refused`: the system or the runtime does not let it start (EPERM, EACCES, ENOENT, an unknown option). `walls`: what it
 * must be held by is not in force. `slow`: it was not ready in time. `ended`: by itself, before it was ready. `unstarted`:
 * the system could not at the moment. `stopped`: by us.
 */
export type StartFailureKind = 'refused' | 'walls' | 'slow' | 'ended' | 'unstarted' | 'stopped';

/** Why an instance cannot be used. `final`: another attempt would end the same way. */
export interface StartFailure {
  readonly kind: StartFailureKind;
  readonly message: string;
  readonly final: boolean;
  /** What it printed as an error. */
  readonly printed?: string;
}

/** How an instance ended, unless it was ended by us. */
export interface InstanceEnd {
  /** One line for a person. */
  readonly reason: string;
  readonly cause: 'memory' | 'cpu' | 'breach' | 'unknown';
  /** What the end means if it was not ready yet. */
  readonly start?: Pick<StartFailure, 'kind' | 'printed'>;
}

/** Hears what the guest sends, bounded and guarded. */
export interface InstanceListener {
  onMessage(message: GuestMessage): void;
  /** Once, and the last that is heard. */
  onEnd(end: InstanceEnd): void;
}

export interface UsageMeter {
  /** Milliseconds between two readings: a cheap source is asked often. */
  readonly periodMs: number;
  /** Calls back once, in bounded time. */
  read(done: (reading: Reading) => void): void;
}

export interface SandboxInstance {
  readonly shape: ProcessShape;
  /** Settles once: undefined when a script can be sent, else why not. */
  readonly ready: Promise<StartFailure | undefined>;
  /** Settles when nothing of it is left. */
  readonly gone: Promise<undefined>;
  readonly alive: boolean;
  readonly meter: UsageMeter;
  /** Hands a script's messages and the instance's end to `listener` from now on. */
  attach(listener: InstanceListener, limits: RunLimits): void;
  /** Sends a message (JSON of `ToGuest`) at the end of the current tick; `onTaken` when it does not wait on our side any more. */
  send(json: string, onTaken?: () => void): void;
  /** While paused, nothing more is read: the guest waits as soon as it has sent a little more. */
  pauseReading(pause: boolean): void;
  /** Ends the instance. Its listener hears nothing more, from now on. */
  kill(): void;
}

export const protocolViolation = 'The sandbox sent something that is not of its protocol and was stopped';
