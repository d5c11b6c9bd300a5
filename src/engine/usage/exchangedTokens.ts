// What scripts exchanged with servers, in tokens: with ordinary tools it would stand in the conversation.
import type { ServerUsage } from '../../storage/usageStore.ts';
import type { CallObserver } from '../calls/callObserver.ts';
import { textTokens, valueTokens } from './estimateTokens.ts';

/** As many as a result of ours may have; chats cut longer answers of ordinary tools, too. */
const mostAnswerTokens = 2_000;

export class ExchangedTokens {
  readonly #servers = new Map<string, ServerUsage>();

  /** Counts calls that a server was sent. */
  readonly onCallEnded: NonNullable<CallObserver['onCallEnded']> = ({ server, state, served }, { input, reply }) => {
    if (served || (state !== 'finished' && state !== 'failed')) return;
    const known = this.#servers.get(server) ?? { calls: 0, exchanged: 0 };
    const answer = reply.ok ? valueTokens(reply.value) : textTokens(reply.error.message);
    const exchanged = valueTokens(input) + Math.min(answer, mostAnswerTokens);
    this.#servers.set(server, { calls: known.calls + 1, exchanged: known.exchanged + exchanged });
  };

  /** By name. */
  get servers(): Readonly<Record<string, ServerUsage>> {
    return Object.fromEntries(this.#servers);
  }
}
