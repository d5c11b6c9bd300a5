// Parts of a turn in stages, and the events that it reports.
import type { JsonObject } from '../../base/json.ts';
import type { CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import type { ToolFinder } from '../../engine/find/index.ts';
import type { RunStage, RunOutcome } from '../../engine/index.ts';
import type { AskModel } from '../askModel.ts';

/** `script`: the model writes a script. `calls`: the model lists calls, if it does not write code well. */
export type StagedStyle = 'script' | 'calls';

export interface StagedRequest {
  /** The user's current request. */
  readonly prompt: string;
  /** The part of the prompt with which tools are searched; if undefined, the whole prompt. */
  readonly query?: string | undefined;
  /** Parts of the prompt that are not text. */
  readonly pictures?: readonly JsonObject[];
  /** Earlier messages, oldest first. */
  readonly history: readonly JsonObject[];
  readonly style: StagedStyle;
  readonly signal: AbortSignal;
}

export interface StagedParts {
  readonly ask: AskModel;
  /** The tools of this turn. */
  readonly snapshot: CatalogSnapshot;
  readonly finder: Pick<ToolFinder, 'search' | 'describe' | 'findTools'>;
  /** Runs a script with the caller's approvals and records the stages so far with it. Ends if the signal is aborted. */
  readonly run: (
    code: string,
    stages: readonly RunStage[],
    signal: AbortSignal,
  ) => Promise<StagedScriptOutcome>;
  readonly observer: StagedObserver;
}

/** Outcome of a script. */
export interface StagedScriptOutcome extends Pick<RunOutcome, 'ok' | 'value'> {
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  /** Result of `isScriptMistake`. */
  readonly isMistake: boolean;
  /** Returns a text for the model: the failure, its position and advice, and as much of the value as has room. */
  readonly words: () => Promise<string>;
}

/** Receives lines for people, which are not escaped. */
interface StagedObserver {
  /** Called when a stage begins an action. */
  readonly onStep: (line: string) => void;
  /** Called with a decision of a stage and its reason. */
  readonly onProgress: (line: string) => void;
  /** Called with text of Code Mode that ends the answer, in Markdown. */
  readonly onText: (piece: string) => void;
}

export interface ChosenTool {
  /** `t1`, `t2` and so on, in the order of the choice. */
  readonly id: string;
  readonly tool: CatalogTool;
}

/** End of a turn. `failed`: no stage and no fallback could answer; `problem` is one sentence. */
export type StagedEnding =
  { readonly kind: 'answered' | 'cancelled' } | { readonly kind: 'failed'; readonly problem: string };
export type StagedOutcome = StagedEnding & { readonly stages: readonly RunStage[] };
