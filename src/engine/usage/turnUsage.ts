// What a turn of `@code` spent, all of whose requests are ours, beside what ordinary tools would have taken at least for the same answer.
import type { ServerUsage, UsedTokens } from '../../storage/usageStore.ts';
import type { RunStage } from '../runJournal.ts';

export interface CountedTurn {
  readonly stages: readonly RunStage[];
  /** Of what else would have been sent nothing is known where no answer came. */
  readonly isAnswered: boolean;
  /** Tokens of the prompt and of what was said before. */
  readonly asked: number;
  /** What its scripts exchanged. */
  readonly servers: Readonly<Record<string, ServerUsage>>;
}

/** `asTools`: tokens of the MCP tools' definitions that a request with ordinary tools would have carried. */
export function turnUsage({ stages, isAnswered, asked, servers }: CountedTurn, asTools: number): UsedTokens {
  const sum = (of: 'requests' | 'sent' | 'received') => stages.reduce((total, stage) => total + stage[of], 0);
  // Whoever called a tool is asked again, with what it answered.
  const plainRequests = Object.keys(servers).length > 0 ? 2 : 1;
  const answer = stages.at(-1)?.received ?? 0;
  return {
    requests: sum('requests'),
    ours: sum('sent') + sum('received'),
    definitions: isAnswered ? plainRequests * (asTools + asked) + answer : 0,
    servers,
  };
}
