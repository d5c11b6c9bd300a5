// How large a message of a server may be before it is parsed, which holds the host's thread. What a script asked for may be large: the run
// has limits for it. Anything else (lists, the answer to `initialize`, unrequested messages) has to be small.
import { ProtocolErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { jsonLimits, exceededJsonLimit } from '../../base/jsonLimits.ts';
import { brokenAnswers } from './brokenAnswers.ts';
import { errorAnswer, maxMessageBytes } from './readMessages.ts';

/** Requests whose answers are as large as a script wants them. */
const wantedWhole: ReadonlySet<string> = new Set(['tools/call', 'tasks/result', 'resources/read', 'prompts/get']);

/** Bytes of the answer to a request of this method; without one, of an unrequested message. */
export function mostBytesOf(method: string | undefined): number {
  return method !== undefined && wantedWhole.has(method) ? maxMessageBytes : jsonLimits.characters;
}

/** In place of an answer to `id` that is too much; undefined for one that may be read. */
export function refusedAnswer(text: string, id: string | number, method: string | undefined): JSONRPCMessage | undefined {
  const excess = method !== undefined && wantedWhole.has(method) ? undefined : exceededJsonLimit(text);
  return excess === undefined ? undefined : errorAnswer(id, ProtocolErrorCode.InternalError, `answer too large: ${excess}`);
}

type Id = string | number;

/** Of a connection on which all answers come. */
export class MessageBounds {
  /** Requests that are not answered yet, by id. */
  readonly #small = new Set<Id>();
  readonly #large = new Set<Id>();

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) (wantedWhole.has(message.method) ? this.#large : this.#small).add(message.id);
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#settle(cancelled);
  }

  came(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  get maxBytes(): number {
    return this.#large.size > 0 ? maxMessageBytes : jsonLimits.characters;
  }

  /** What is handed on in place of a message that is too much, undefined for one that may be read. */
  refusal(text: string): readonly JSONRPCMessage[] | undefined {
    const excess = exceededJsonLimit(text);
    if (excess === undefined) return undefined;
    const ids = idsIn(text);
    const mayBeLarge = this.#large.size > 0 && (ids.size === 0 || [...this.#large].some((known) => ids.has(String(known))));
    return mayBeLarge ? undefined : this.refuse(excess, ids);
  }

  /** Settles what a message that cannot be read may be the answer to: one of `ids`, if any is known. */
  refuse(excess: string, ids: ReadonlySet<string> = new Set()): readonly JSONRPCMessage[] {
    const meant = [...this.#small].filter((known) => ids.size === 0 || ids.has(String(known)));
    return meant.map((known) => errorAnswer(known, ProtocolErrorCode.InternalError, `answer too large: ${excess}`));
  }

  /** Settles what a text that is no message answers all the same. `hide` removes secrets. */
  broken(text: string, hide: (text: string) => string): readonly JSONRPCMessage[] {
    return brokenAnswers(text, [...this.#small, ...this.#large], hide);
  }

  #settle(id: Id): void {
    for (const ids of [this.#small, this.#large]) {
      for (const known of ids) if (String(known) === String(id)) ids.delete(known);
    }
  }
}

/** Servers write it first or last, and what stands at the other end may hold an id of its own: both may be the message's. */
function idsIn(text: string): ReadonlySet<string> {
  const [, first] = /"id" ?: ?"?(\d{1,15})\b/.exec(text.slice(0, 200)) ?? [];
  const [, last] = /"id" ?: ?"?(\d{1,15})"?[^"]*\}\s*$/.exec(text.slice(-200)) ?? [];
  return new Set([first, last].filter((id) => id !== undefined));
}
