// The one way out of the sandbox: messages of primitives, sent as JSON, many in one frame.
import type { FromGuest, ToGuest } from '../protocol/messages.ts';
import type { HostBindings } from './hostBindings.ts';

/** Messages are held back at most until they are this long together, in characters. */
const batchLength = 65_536;

export class HostChannel {
  readonly #bindings: HostBindings;
  #outbox: string[] = [];
  #outboxLength = 0;
  #flushing = false;

  constructor(bindings: HostBindings) {
    this.#bindings = bindings;
  }

  /** Sends `message` with what else is sent in this tick. */
  post(message: FromGuest): void {
    if (!this.#flushing) this.#bindings.atEndOfTick(() => this.flush());
    this.#flushing = true;
    this.postLater(message);
  }

  /** Sends `message` with whatever is sent next. */
  postLater(message: FromGuest): void {
    const json = JSON.stringify(message);
    this.#outboxLength += json.length;
    this.#outbox.push(json);
    if (this.#outboxLength > batchLength) this.flush();
  }

  /** Sends what is held back, now: the tick may never end. */
  flush(): void {
    this.#flushing = false;
    if (this.#outbox.length === 0) return;
    const messages = this.#outbox;
    this.#outbox = [];
    this.#outboxLength = 0;
    this.#bindings.writeFrame(`[${messages.join(',')}]`);
  }

  /** Hands over what the thread has sent, all that came at once together. The thread is trusted: it is on the host's side. */
  listen(onMessages: (messages: readonly ToGuest[]) => void): void {
    this.#bindings.onFrames((frames) => onMessages(frames.flatMap((json) => JSON.parse(json) as readonly ToGuest[])));
  }
}
