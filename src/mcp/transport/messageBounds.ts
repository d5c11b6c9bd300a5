// Maximum sizes of a server's messages before parsing, which blocks the host's thread. An answer that a script
// requested may be large, because the run has its own limits. All other messages must be small: lists, the answer to
// `initialize`, and messages without a request.
import { ProtocolErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/client';
import { jsonLimits, exceededJsonLimit } from '../../base/jsonLimits.ts';
import { brokenAnswers } from './brokenAnswers.ts';
import { errorAnswer } from './readMessages.ts';
import { maxMessageBytes } from './stdio/readLines.ts';

/** Methods whose answers may be as large as a script wants. */
const wantedWhole: ReadonlySet<string> = new Set([
  'tools/call',
  'tasks/result',
  'resources/read',
  'prompts/get',
]);

/** Maximum bytes of an answer to this method; if undefined, of a message without a request. */
export function mostBytesOf(method: string | undefined): number {
  return method !== undefined && wantedWhole.has(method) ? maxMessageBytes : jsonLimits.characters;
}

/** Returns an error in place of an answer to `id` that is too large; undefined if the answer may be read. */
export function refusedAnswer(
  text: string,
  id: RequestId,
  method: string | undefined,
): JSONRPCMessage | undefined {
  const excess = method !== undefined && wantedWhole.has(method) ? undefined : exceededJsonLimit(text);
  return excess === undefined
    ? undefined
    : errorAnswer(id, ProtocolErrorCode.InternalError, `answer too large: ${excess}`);
}

/** Limits of a connection that carries all answers. */
export class MessageBounds {
  /** IDs of unanswered requests whose answers must be small. */
  readonly #small = new Set<RequestId>();
  readonly #large = new Set<RequestId>();

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) (wantedWhole.has(message.method) ? this.#large : this.#small).add(message.id);
    const cancelled =
      message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#settle(cancelled);
  }

  came(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  get maxBytes(): number {
    return this.#large.size > 0 ? maxMessageBytes : jsonLimits.characters;
  }

  /** Returns messages in place of a message that is too large; undefined if the message may be read. */
  refusal(text: string): readonly JSONRPCMessage[] | undefined {
    const excess = exceededJsonLimit(text);
    if (excess === undefined) return undefined;
    const ids = idsIn(text);
    const mayBeLarge =
      this.#large.size > 0 && (ids.size === 0 || [...this.#large].some((known) => ids.has(String(known))));
    return mayBeLarge ? undefined : this.refuse(excess, ids);
  }

  /** Returns errors for the pending requests that an unreadable message may answer, with these `ids` if known. */
  refuse(excess: string, ids: ReadonlySet<string> = new Set()): readonly JSONRPCMessage[] {
    const meant = [...this.#small].filter((known) => ids.size === 0 || ids.has(String(known)));
    return meant.map((known) =>
      errorAnswer(known, ProtocolErrorCode.InternalError, `answer too large: ${excess}`),
    );
  }

  /** Returns errors for the pending requests that an invalid message seems to answer. `hide` removes secrets. */
  broken(text: string, hide: (text: string) => string): readonly JSONRPCMessage[] {
    return brokenAnswers(text, [...this.#small, ...this.#large], hide);
  }

  #settle(id: RequestId): void {
    for (const ids of [this.#small, this.#large]) {
      for (const known of ids) if (String(known) === String(id)) ids.delete(known);
    }
  }
}

/**
 * Returns the possible IDs of a message. Servers write the ID first or last, and the text at the other end may contain
 * a different ID.
 */
function idsIn(text: string): ReadonlySet<string> {
  const [, first] = /"id" ?: ?"?(\d{1,15})\b/.exec(text.slice(0, 200)) ?? [];
  const [, last] = /"id" ?: ?"?(\d{1,15})"?[^"]*\}\s*$/.exec(text.slice(-200)) ?? [];
  return new Set([first, last].filter((id) => id !== undefined));
}
