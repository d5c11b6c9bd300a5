// A sandbox instance of either engine. An instance starts empty, is given one script, and ends after it. The pool keeps
// instances ready and a run supervises one; neither knows whether the instance is a process or a WebAssembly virtual
// machine.
import { type RunLimits, protocolViolation } from '../protocol/messages.ts';
import type { SandboxEngine } from '../protocol/sandboxOptions.ts';
import type { ProcessShape } from './commandLine.ts';
import { type GuestMessage, readGuestMessages } from './guestMessage.ts';
import type { Outbox } from './outbox.ts';
import type { Reading } from './processMeter.ts';

/**
 * `refused`: the system or the runtime does not let the instance start (EPERM, EACCES, ENOENT, an unknown option).
 * `walls`: its confinement is not in force. `slow`: it was not ready in time. `ended`: it ended by itself before it was
 * ready. `unstarted`: the system could not start it at the moment. `stopped`: the sandbox stopped it.
 */
export type StartFailureKind = 'refused' | 'walls' | 'slow' | 'ended' | 'unstarted' | 'stopped';

/** The reason why an instance cannot be used. `final` is true if another attempt would end in the same way. */
export interface InstanceStartFailure {
  readonly kind: StartFailureKind;
  readonly message: string;
  readonly final: boolean;
  /** Error output of the process. */
  readonly printed?: string;
}

/** The end of an instance that the sandbox did not end itself. */
export interface InstanceEnd {
  /** Reason for the user, in one line. */
  readonly reason: string;
  readonly cause: 'memory' | 'cpu' | 'breach' | 'unknown';
  /** The failure of the start, if the instance was not ready yet. */
  readonly start?: Pick<InstanceStartFailure, 'kind' | 'printed'>;
}

/** Receives the validated messages of the guest. */
export interface InstanceListener {
  onMessage(message: GuestMessage): void;
  /** Called once, after all messages. */
  onEnd(end: InstanceEnd): void;
}

export interface ResourceMeter {
  /** Interval between two readings, in milliseconds. A meter that costs little is read often. */
  readonly periodMs: number;
  /** Calls `done` once, within a bounded time. */
  read(done: (reading: Reading) => void): void;
}

export interface SandboxInstance {
  readonly engine: SandboxEngine;
  readonly shape: ProcessShape;
  readonly lifecycle: InstanceLifecycle;
  readonly meter: ResourceMeter;
  /** Messages to the guest that have not been taken yet. */
  readonly outbox: Outbox;
  /** Passes the messages of a script and the end of the instance to `listener` from now on. */
  attach(listener: InstanceListener, limits: RunLimits): void;
  /** Pauses or resumes reading the guest's messages. A paused guest blocks once it has sent a little more. */
  pauseReading(pause: boolean): void;
}

interface LifecycleOptions {
  /** Name of the instance in messages, such as `The sandbox process`. */
  readonly name: string;
  /** Ends the process or worker of the guest. `closed` must be called once it is gone. */
  readonly end: () => void;
  /** Receives the guest's messages until a listener is attached. */
  readonly onStarting: (message: GuestMessage) => void;
  /** Time after which an instance that is not ready has failed, in milliseconds. */
  readonly startLimitMs?: number;
}

const defaultStartLimitMs = 10_000;

export class InstanceLifecycle {
  /** Resolves once: to undefined when a script can be sent, or to the reason why none can. */
  readonly ready: Promise<InstanceStartFailure | undefined>;
  /** Resolves when the process or worker is gone. */
  readonly gone: Promise<undefined>;
  listener: InstanceListener;
  readonly #options: LifecycleOptions;
  readonly #settleReady: (failure: InstanceStartFailure | undefined) => void;
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
    this.#startTimer = setTimeout(
      () => this.fail('slow', `${name} was not ready in ${startLimitMs} ms.`),
      startLimitMs,
    );
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** True if messages can still be exchanged with the guest. */
  get open(): boolean {
    return this.#alive && !this.#killed && !this.#breached;
  }

  started(): void {
    this.#settleStart(undefined);
  }

  /** Ends an instance that cannot be used. `final` is true if another attempt would end in the same way. */
  fail(kind: StartFailureKind, message: string, final = false): void {
    this.#settleStart({ kind, message, final });
    this.kill();
  }

  /** Ends the instance. Its listener receives nothing from now on. */
  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    this.#settleStart({ kind: 'stopped', message: `${this.#options.name} was stopped.`, final: true });
    // Ending an instance takes one or two milliseconds, so the messages of this tick go to the host first.
    setImmediate(() => this.#options.end());
  }

  /**
   * Passes the messages of a frame on until the instance is killed. Ends the instance if the frame breaks the protocol.
   */
  receive(frame: Buffer): void {
    if (!this.open) return;
    const messages = readGuestMessages(frame);
    if (messages === undefined) {
      this.#breached = true;
      this.#options.end();
      return;
    }
    for (const message of messages) {
      if (this.#killed) return;
      this.listener.onMessage(message);
    }
  }

  /** Must be called when the process or worker is gone. `end` is the reason, unless the instance was ended here. */
  closed(end: InstanceEnd): void {
    if (!this.#alive) return;
    this.#alive = false;
    const told: InstanceEnd = this.#breached ? { reason: protocolViolation, cause: 'breach' } : end;
    this.#settleStart({ kind: 'ended', ...told.start, message: `${told.reason}.`, final: false });
    this.#settleGone(undefined);
    if (!this.#killed) this.listener.onEnd(told);
  }

  #settleStart(failure: InstanceStartFailure | undefined): void {
    clearTimeout(this.#startTimer);
    this.#settleReady(failure);
  }
}
