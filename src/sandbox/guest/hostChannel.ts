// The one way out of the sandbox: messages of primitives, and the values that they carry as the JSON in which they were
// written, many in one frame.
import type { FromGuest, ToGuest } from '../protocol/messages.ts';
import type { HostBindings } from './hostBindings.ts';

/** Messages are held back at most until they are this long together, in characters. */
const batchLength = 65_536;

export class HostChannel {
  readonly #bindings: HostBindings;
  #messages: string[] = [];
  #values: string[] = [];
  #length = 0;
  #flushing = false;

  constructor(bindings: HostBindings) {
    this.#bindings = bindings;
  }

  /** Sends `message` with what else is sent in this tick. `value` is JSON, for a message that carries one. */
  post(message: FromGuest, value?: string): void {
    if (!this.#flushing) this.#bindings.atEndOfTick(() => this.flush());
    this.#flushing = true;
    this.postLater(message, value);
  }

  /** Sends `message` with whatever is sent next. */
  postLater(message: FromGuest, value?: string): void {
    const json = JSON.stringify(message);
    this.#length += json.length + (value?.length ?? 0);
    this.#messages.push(json);
    if (value !== undefined) this.#values.push(value);
    if (this.#length > batchLength) this.flush();
  }

  /** Sends what is held back, now: the tick may never end. */
  flush(): void {
    this.#flushing = false;
    if (this.#messages.length === 0) return;
    const lines = [`[${this.#messages.join(',')}]`, ...this.#values];
    this.#messages = [];
    this.#values = [];
    this.#length = 0;
    this.#bindings.writeFrame(lines);
  }

  /**
   * Hands over what the thread has sent, all that came at once together; `next` gives the next value of these messages. The
   * thread is trusted: it is on the host's side.
   */
  listen(onMessages: (messages: readonly ToGuest[], next: () => unknown) => void): void {
    this.#bindings.onFrames((frames) => {
      const values: string[] = [];
      const messages = frames.flatMap((frame) => {
        const [head = '[]', ...rest] = frame.split('\n');
        values.push(...rest);
        return JSON.parse(head) as readonly ToGuest[];
      });
      let at = 0;
      onMessages(messages, () => JSON.parse(values[at++] ?? 'null'));
    });
  }
}
