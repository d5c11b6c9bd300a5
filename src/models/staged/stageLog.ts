// Log of the finished stages of a turn, for the records of its runs and for the caller.
import type { RunStage } from '../../engine/index.ts';
import type { StageAnswer } from './askStage.ts';

/** Returns the stages that the record of the last run does not contain. */
export function stagesAfterRun(stages: readonly RunStage[]): readonly RunStage[] {
  return stages.slice(stages.findLastIndex(({ stage }) => stage === 'run') + 1);
}

/** Maximum length of the recorded text of a stage, in characters. */
const longestText = 2_000;

export class StageLog {
  readonly #stages: RunStage[] = [];

  get stages(): readonly RunStage[] {
    return [...this.#stages];
  }

  /** Begins a stage. The returned function is called once, with its result and the requests that it needed. */
  begin(stage: RunStage['stage']): (text: string, answers?: readonly StageAnswer[]) => void {
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
