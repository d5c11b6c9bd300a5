// Counts the tokens of one request of a user over all its client requests. Each of these begins with the answers to the
// calls of the previous one.
import type { JsonObject } from '../../base/json.ts';
import { setNewest } from '../../base/setNewest.ts';

const mostCalls = 10_000;

export class TurnTokens {
  /** Tokens by the ID of a call with which a request ended. */
  readonly #spent = new Map<string, number>();

  /** Returns the tokens of the requests before the one with these messages. */
  before(messages: readonly JsonObject[]): number {
    const last = messages.at(-1);
    const id = last?.['role'] === 'tool' ? last['tool_call_id'] : undefined;
    return typeof id === 'string' ? (this.#spent.get(id) ?? 0) : 0;
  }

  /** `ids` are the IDs of the calls with which a request ended. */
  spent(tokens: number, ids: readonly string[]): void {
    for (const id of ids) setNewest(this.#spent, id, tokens, mostCalls);
  }
}
