// The only channel out of the sandbox. A message consists of primitives; a value that it carries follows as JSON text.
// One frame holds many messages.
import { parseExact } from '../../base/exactJson.ts';
import type { FromGuest, ToGuest } from '../protocol/messages.ts';
import type { HostBindings } from './hostBindings.ts';

/** Number of characters at which waiting messages are sent. */
const batchLength = 65_536;
/** Time for which a message waits for others in the same frame, in milliseconds. */
const holdMs = 50;

type ChannelBindings = Pick<HostBindings, 'writeFrame' | 'atEndOfTick' | 'setTimeout'>;

export class HostChannel {
  readonly #bindings: ChannelBindings;
  /** Messages that wait, each with its value. */
  #waiting: (readonly [message: string, ...value: string[]])[] = [];
  #length = 0;
  #flushing = false;
  #alarmed = false;

  constructor(bindings: ChannelBindings) {
    this.#bindings = bindings;
  }

  /** Sends `message` together with the other messages of this tick. `value` is JSON, for a message that carries one. */
  post(message: FromGuest, value?: string): void {
    if (!this.#flushing) this.#bindings.atEndOfTick(() => this.flush());
    this.#flushing = true;
    this.#add(message, value);
  }

  /** Sends `message` as `post` does, but with the next frame, or alone after `holdMs` milliseconds without one. */
  postLater(message: FromGuest, value?: string): void {
    this.#add(message, value);
    if (this.#alarmed) return;
    this.#alarmed = true;
    this.#bindings.setTimeout(() => {
      this.#alarmed = false;
      this.flush();
    }, holdMs);
  }

  /** Throws when the script's stack is full. This message is not sent then, and no other message is lost. */
  #add(message: FromGuest, value?: string): void {
    const json = JSON.stringify(message);
    const length = json.length + (value?.length ?? 0);
    if (this.#length + length > batchLength) this.flush();
    this.#waiting.push(value === undefined ? [json] : [json, value]);
    this.#length += length;
  }

  /** Sends the waiting messages now, because the current tick may never end. Throws as `#add` does. */
  flush(): void {
    this.#flushing = false;
    if (this.#waiting.length === 0) return;
    const head = `[${this.#waiting.map(([json]) => json).join(',')}]`;
    this.#bindings.writeFrame([head, ...this.#waiting.flatMap(([, ...value]) => value)]);
    this.#waiting = [];
    this.#length = 0;
  }
}

/**
 * Parses frames that arrived together; `next` returns the next value that their messages carry. The frames are not
 * validated: the thread that sends them belongs to the host.
 */
export function readFrames(frames: readonly string[]): { messages: readonly ToGuest[]; next: () => unknown } {
  const values: string[] = [];
  const messages = frames.flatMap((frame) => {
    const [head = '[]', ...rest] = frame.split('\n');
    values.push(...rest);
    return JSON.parse(head) as readonly ToGuest[];
  });
  let at = 0;
  return { messages, next: (): unknown => parseExact(values[at++] ?? 'null') };
}
