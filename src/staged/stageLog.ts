// The stages of a turn as they ended, for the record of its runs and for the front door.
import type { RunStage } from '../engine/runJournal.ts';
import type { ModelAnswer } from './askModel.ts';

/** Those that the record of the last run does not have yet. */
export function stagesAfterRun(stages: readonly RunStage[]): readonly RunStage[] {
  return stages.slice(stages.findLastIndex(({ stage }) => stage === 'run') + 1);
}

/** Characters of what is recorded of a stage. */
const longestText = 2_000;

export class StageLog {
  readonly #stages: RunStage[] = [];

  get stages(): readonly RunStage[] {
    return [...this.#stages];
  }

  /** `ended` is called once: what came of the stage, and the requests that it took. */
  begin(stage: RunStage['stage']): (text: string, answers?: readonly ModelAnswer[]) => void {
    const startedAt = performance.now();
    return (text, answers = []) => {
      const sum = (of: 'sent' | 'received') => answers.reduce((total, { tokens }) => total + tokens[of], 0);
      const ms = Math.round(performance.now() - startedAt);
      this.#stages.push({
        stage,
        text: text.slice(0, longestText),
        ms,
        requests: answers.length,
        sent: sum('sent'),
        received: sum('received'),
      });
    };
  }
}
