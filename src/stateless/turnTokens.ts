// What one request of a user's has spent so far, over all requests of the client's that belong to it: each begins with the answers to the calls
// of the one before.
import type { JsonObject } from '../base/json.ts';
import { setNewest } from '../base/setNewest.ts';

const mostCalls = 10_000;

export class TurnTokens {
  /** Tokens, by the id of a call that the client was given after they were spent. */
  readonly #spent = new Map<string, number>();

  /** Of the requests before the one with these messages. */
  before(messages: readonly JsonObject[]): number {
    const last = messages.at(-1);
    const id = last?.['role'] === 'tool' ? last['tool_call_id'] : undefined;
    return typeof id === 'string' ? (this.#spent.get(id) ?? 0) : 0;
  }

  /** `ids`: of the calls with which a request ended. */
  spent(tokens: number, ids: readonly string[]): void {
    for (const id of ids) setNewest(this.#spent, id, tokens, mostCalls);
  }
}
