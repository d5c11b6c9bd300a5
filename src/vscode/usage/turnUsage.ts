// Estimates by how many tokens the requests of a turn of `@code` were smaller than the fewest requests with direct
// tools for the same answer.
import type { RunStage } from '../../engine/index.ts';

export interface CountedTurn {
  readonly stages: readonly RunStage[];
  /** True if the turn ended with an answer. Else it is unknown which requests direct tools would have needed. */
  readonly isAnswered: boolean;
  /** Tokens of the prompt and of the earlier conversation. */
  readonly asked: number;
  /** True if a script called a tool. */
  readonly hasCalled: boolean;
}

/** Number of requests to the model in the turn, all of which Code Mode made. */
export function turnRequests({ stages }: Pick<CountedTurn, 'stages'>): number {
  return stages.reduce((total, { requests }) => total + requests, 0);
}

/** Estimated tokens that the turn saved; negative if it used more. `asTools` are those of all tools' definitions. */
export function turnDefinitions(
  { stages, isAnswered, asked, hasCalled }: CountedTurn,
  asTools: number,
): number {
  const ours = stages.reduce((total, { sent, received }) => total + sent + received, 0);
  // A model that calls a tool receives a second request, with the answer of the tool.
  const plainRequests = hasCalled ? 2 : 1;
  const answer = stages.at(-1)?.received ?? 0;
  return (isAnswered ? plainRequests * (asTools + asked) + answer : 0) - ours;
}
