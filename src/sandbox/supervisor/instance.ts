// What a run takes place in, whichever engine is behind it: started empty, given one script, ended after it. The pool
// keeps instances warm and a run supervises one; neither knows whether it is a process or a machine of WebAssembly.
import { type RunLimits, protocolViolation } from '../protocol/messages.ts';
import type { SandboxEngine } from '../protocol/sandboxOptions.ts';
import type { ProcessShape } from './commandLine.ts';
import { type GuestMessage, readGuestMessages } from './guestMessage.ts';
import type { Outbox } from './outbox.ts';
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
  readonly engine: SandboxEngine;
  readonly shape: ProcessShape;
  readonly lifecycle: InstanceLifecycle;
  readonly meter: UsageMeter;
  /** What is on its way to the guest. */
  readonly outbox: Outbox;
  /** Hands a script's messages and the instance's end to `listener` from now on. */
  attach(listener: InstanceListener, limits: RunLimits): void;
  /** While paused, nothing more is read: the guest waits as soon as it has sent a little more. */
  pauseReading(pause: boolean): void;
}

interface LifecycleOptions {
  /** What messages call it: `The sandbox process`. */
  readonly name: string;
  /** Ends what the guest runs in; `closed` is to be called when nothing is left of it. */
  readonly end: () => void;
  /** Hears what the guest sends before there is a listener. */
  readonly onStarting: (message: GuestMessage) => void;
  /** After this long without being ready it has failed, in milliseconds. */
  readonly startLimitMs?: number;
}

const defaultStartLimitMs = 10_000;

export class InstanceLifecycle {
  /** Settles once: undefined when a script can be sent, else why not. */
  readonly ready: Promise<StartFailure | undefined>;
  /** Settles when nothing is left. */
  readonly gone: Promise<undefined>;
  listener: InstanceListener;
  readonly #options: LifecycleOptions;
  readonly #settleReady: (failure: StartFailure | undefined) => void;
  readonly #settleGone: (value: undefined) => void;
  readonly #startTimer: NodeJS.Timeout;
  #breached = false;
  #killed = false;
  #alive = true;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.listener = { onMessage: options.onStarting, onEnd: () => undefined };
    ({ promise: this.ready, resolve: this.#settleReady } = Promise.withResolvers());
    ({ promise: this.gone, resolve: this.#settleGone } = Promise.withResolvers());
    const { name, startLimitMs = defaultStartLimitMs } = options;
    this.#startTimer = setTimeout(() => this.fail('slow', `${name} was not ready in ${startLimitMs} ms.`), startLimitMs);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Whether messages still go to and come from its guest. */
  get open(): boolean {
    return this.#alive && !this.#killed && !this.#breached;
  }

  started(): void {
    this.#settleStart(undefined);
  }

  /** It cannot be used. `final`: another attempt would end the same way. */
  fail(kind: StartFailureKind, message: string, final = false): void {
    this.#settleStart({ kind, message, final });
    this.kill();
  }

  /** Ends it; its listener hears nothing more, from now on. */
  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    this.#settleStart({ kind: 'stopped', message: `${this.#options.name} was stopped.`, final: true });
    // Ending it takes a millisecond or two: what this tick has to tell the host goes first.
    setImmediate(() => this.#options.end());
  }

  /** What the guest has sent, for the listener, until it is killed; ends the instance when it is not of the protocol. */
  *messages(frame: Buffer): Generator<GuestMessage, void> {
    if (!this.open) return;
    const messages = readGuestMessages(frame);
    if (messages === undefined) {
      this.#breached = true;
      this.#options.end();
      return;
    }
    for (const message of messages) {
      if (this.#killed) return;
      yield message;
    }
  }

  /** Nothing is left; `end` says why, unless it was ended here. */
  closed(end: InstanceEnd): void {
    if (!this.#alive) return;
    this.#alive = false;
    const told: InstanceEnd = this.#breached ? { reason: protocolViolation, cause: 'breach' } : end;
    this.#settleStart({ kind: 'ended', ...told.start, message: `${told.reason}.`, final: false });
    this.#settleGone(undefined);
    if (!this.#killed) this.listener.onEnd(told);
  }

  #settleStart(failure: StartFailure | undefined): void {
    clearTimeout(this.#startTimer);
    this.#settleReady(failure);
  }
}
