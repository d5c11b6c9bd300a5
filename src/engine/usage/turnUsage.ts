// How much less the requests of a turn of `@code` carried than ordinary tools would have taken at least for the same answer.
import type { RunStage } from '../runJournal.ts';

export interface CountedTurn {
  readonly stages: readonly RunStage[];
  /** Nothing is known of what else would have been sent where no answer came. */
  readonly isAnswered: boolean;
  /** Tokens of the prompt and of what was said before. */
  readonly asked: number;
  /** True if a script called a tool. */
  readonly hasCalled: boolean;
}

/** Requests to the model, all of which are ours. */
export function turnRequests({ stages }: Pick<CountedTurn, 'stages'>): number {
  return stages.reduce((total, { requests }) => total + requests, 0);
}

/** In tokens, estimated; negative where they carried more. `asTools`: of the definitions that a request with ordinary tools carries. */
export function turnDefinitions({ stages, isAnswered, asked, hasCalled }: CountedTurn, asTools: number): number {
  const ours = stages.reduce((total, { sent, received }) => total + sent + received, 0);
  // A model that calls a tool is asked again, with the tool's answer.
  const plainRequests = hasCalled ? 2 : 1;
  const answer = stages.at(-1)?.received ?? 0;
  return (isAnswered ? plainRequests * (asTools + asked) + answer : 0) - ours;
}
