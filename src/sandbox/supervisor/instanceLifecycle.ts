// The life of an instance, whatever it is made of: it becomes ready in time or not at all, what its guest sends is guarded
// and goes to one listener, and it ends once.
import { readGuestMessages, type GuestMessage } from './guestMessage.ts';
import { protocolViolation, type InstanceEnd, type InstanceListener, type StartFailure, type StartFailureKind } from './instance.ts';

export interface LifecycleOptions {
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
  readonly #options: LifecycleOptions;
  readonly #ready = Promise.withResolvers<StartFailure | undefined>();
  readonly #gone = Promise.withResolvers<undefined>();
  readonly #startTimer: NodeJS.Timeout;
  #listener: InstanceListener | undefined;
  #breached = false;
  #killed = false;
  #alive = true;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    const { name, startLimitMs = defaultStartLimitMs } = options;
    this.#startTimer = setTimeout(() => this.fail('slow', `${name} was not ready after ${startLimitMs} ms.`), startLimitMs);
  }

  /** Settles once: undefined when a script can be sent, else why not. */
  get ready(): Promise<StartFailure | undefined> {
    return this.#ready.promise;
  }

  /** Settles when nothing is left. */
  get gone(): Promise<undefined> {
    return this.#gone.promise;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Whether its guest is still heard and told anything. */
  get open(): boolean {
    return this.#alive && !this.#killed && !this.#breached;
  }

  attach(listener: InstanceListener): void {
    this.#listener = listener;
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
    this.#listener = undefined;
    this.#settleStart({ kind: 'stopped', message: `${this.#options.name} was stopped.`, final: true });
    // Ending it takes a millisecond or two: what this tick has to tell the host goes first.
    setImmediate(() => this.#options.end());
  }

  /** Hands on what the guest has sent; ends the instance when it is not of the protocol. */
  receive(json: string): void {
    if (!this.open) return;
    const messages = readGuestMessages(json);
    if (messages === undefined) {
      this.#breached = true;
      this.#options.end();
      return;
    }
    for (const message of messages) {
      if (this.#killed) return;
      if (this.#listener !== undefined) this.#listener.onMessage(message);
      else this.#options.onStarting(message);
    }
  }

  /** Nothing is left; `end` says why, unless it was ended here. */
  closed(end: InstanceEnd): void {
    if (!this.#alive) return;
    this.#alive = false;
    const told: InstanceEnd = this.#breached ? { reason: protocolViolation, cause: 'breach' } : end;
    this.#settleStart({ kind: 'ended', ...told.start, message: `${told.reason}.`, final: false });
    this.#gone.resolve(undefined);
    this.#listener?.onEnd(told);
    this.#listener = undefined;
  }

  #settleStart(failure: StartFailure | undefined): void {
    clearTimeout(this.#startTimer);
    this.#ready.resolve(failure);
  }
}
