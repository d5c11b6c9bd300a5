// The one way out of the sandbox: messages of primitives, and the values that they carry as the JSON in which they were
// written, many in one frame.
import { parseExact } from '../../base/exactJson.ts';
import type { FromGuest, ToGuest } from '../protocol/messages.ts';
import type { HostBindings } from './hostBindings.ts';

/** Messages are held back at most until they are this long together, in characters. */
const batchLength = 65_536;
/** How long a message waits for others to go with, in milliseconds. */
const holdMs = 50;

type ChannelBindings = Pick<HostBindings, 'writeFrame' | 'atEndOfTick' | 'setTimeout'>;

export class HostChannel {
  readonly #bindings: ChannelBindings;
  /** Each with its value. */
  #waiting: (readonly [message: string, value?: string])[] = [];
  #length = 0;
  #flushing = false;
  #alarmed = false;

  constructor(bindings: ChannelBindings) {
    this.#bindings = bindings;
  }

  /** Sends `message` with what else is sent in this tick. `value` is JSON, for a message that carries one. */
  post(message: FromGuest, value?: string): void {
    if (!this.#flushing) this.#bindings.atEndOfTick(() => this.flush());
    this.#flushing = true;
    this.#add(message, value);
  }

  /** Sends `message`, as `post` does, with whatever is sent next; alone when the script has been idle for a moment. */
  postLater(message: FromGuest, value?: string): void {
    this.#add(message, value);
    if (this.#alarmed) return;
    this.#alarmed = true;
    this.#bindings.setTimeout(() => {
      this.#alarmed = false;
      this.flush();
    }, holdMs);
  }

  /** Throws where the script's stack is full: then the message is not sent, and no other is lost. */
  #add(message: FromGuest, value?: string): void {
    const json = JSON.stringify(message);
    const length = json.length + (value?.length ?? 0);
    if (this.#length + length > batchLength) this.flush();
    this.#waiting.push(value === undefined ? [json] : [json, value]);
    this.#length += length;
  }

  /** Sends what is held back, now: the tick may never end. Throws as `#add` does. */
  flush(): void {
    this.#flushing = false;
    if (this.#waiting.length === 0) return;
    const head = `[${this.#waiting.map(([json]) => json).join(',')}]`;
    this.#bindings.writeFrame([head, ...this.#waiting.flatMap(([, value]) => (value === undefined ? [] : [value]))]);
    this.#waiting = [];
    this.#length = 0;
  }
}

export interface Frames {
  readonly messages: readonly ToGuest[];
  readonly next: () => unknown;
}

/**
 * The messages of frames that came together; `next` returns the next value that they carry. The thread is trusted: it is on the host's side.
 */
export function readFrames(frames: readonly string[]): Frames {
  const values: string[] = [];
  const messages = frames.flatMap((frame) => {
    const [head = '[]', ...rest] = frame.split('\n');
    values.push(...rest);
    return JSON.parse(head) as readonly ToGuest[];
  });
  let at = 0;
  return { messages, next: (): unknown => parseExact(values[at++] ?? 'null') };
}
