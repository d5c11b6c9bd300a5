// Reads the messages of a server. Parsing blocks the host's thread, so the size of a text is bounded before it is
// parsed: an answer that a script requested may be large, because the run has its own limits. All other messages must
// be small: lists, the answer to `initialize`, and messages without a request.
import { ProtocolErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/client';
import { jsonLimits, exceededJsonLimit } from '../../base/jsonLimits.ts';
import { brokenAnswers } from './brokenAnswers.ts';
import { errorAnswer, readMessages } from './readMessages.ts';
import { maxMessageBytes } from './stdio/readLines.ts';

/** Methods whose answers may be as large as a script wants. */
const wantedWhole: ReadonlySet<string> = new Set([
  'tools/call',
  'tasks/result',
  'resources/read',
  'prompts/get',
]);

interface ReadText {
  readonly messages: readonly JSONRPCMessage[];
  /** False if the text is no message. `messages` are then errors for the requests that it seems to answer. */
  readonly isMcp: boolean;
}

/** Reads what arrives over one connection. The caller reports each message that is sent or has arrived. */
export class MessageReader {
  readonly #hide: (text: string) => string;
  /** IDs of unanswered requests whose answers must be small. */
  readonly #small = new Set<RequestId>();
  readonly #large = new Set<RequestId>();

  /** `hide` removes secrets from quoted texts of the server. */
  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

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

  /** Returns the messages of the text. An answer that is too large or cannot be parsed becomes an error. */
  read(text: string): ReadText {
    const messages = this.#refusal(text) ?? readMessages(text);
    if (messages.length > 0) return { messages, isMcp: true };
    const pending = [...this.#small, ...this.#large];
    return { messages: brokenAnswers(text, pending, this.#hide), isMcp: false };
  }

  /** Returns errors for the pending requests that an unreadable message may answer, with these `ids` if known. */
  refuse(excess: string, ids: ReadonlySet<string> = new Set()): readonly JSONRPCMessage[] {
    const meant = [...this.#small].filter((known) => ids.size === 0 || ids.has(String(known)));
    return meant.map((known) =>
      errorAnswer(known, ProtocolErrorCode.InternalError, `answer too large: ${excess}`),
    );
  }

  /** Returns messages in place of a message that is too large; undefined if the message may be parsed. */
  #refusal(text: string): readonly JSONRPCMessage[] | undefined {
    const ids = idsIn(text);
    const mayBeLarge =
      this.#large.size > 0 && (ids.size === 0 || [...this.#large].some((known) => ids.has(String(known))));
    const excess = mayBeLarge ? undefined : exceededJsonLimit(text);
    return excess === undefined ? undefined : this.refuse(excess, ids);
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
