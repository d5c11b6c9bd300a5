// What a turn in stages is made of, and what of it is told while it goes on.
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { ToolFinder } from '../engine/find/toolFinder.ts';
import type { RunStage } from '../engine/runJournal.ts';
import type { RunError, RunOutcome } from '../engine/runOutcome.ts';
import type { ModelMessage, ModelPort } from './modelPort.ts';

/** `script`: the model writes one. `calls`: it lists calls that are made together, for models that do not write code well. */
export type StagedStyle = 'script' | 'calls';

export interface StagedRequest {
  /** What the user wants now. */
  readonly prompt: string;
  /** The part of it that tools are searched for; all of it where it is absent. */
  readonly query?: string;
  /** What was said before, the oldest first. */
  readonly history: readonly ModelMessage[];
  readonly style: StagedStyle;
  readonly signal: AbortSignal;
}

export interface StagedParts {
  readonly model: ModelPort;
  /** The tools of this turn. */
  readonly snapshot: CatalogSnapshot;
  readonly finder: Pick<ToolFinder, 'search' | 'describe' | 'findTools'>;
  /** Runs a script with the front door's approvals, and records with it the stages so far. Ends when the signal aborts. */
  readonly run: (code: string, stages: readonly RunStage[], signal: AbortSignal) => Promise<ScriptRun>;
  readonly observer: StagedObserver;
}

/** What came of a script. */
export interface ScriptRun extends Pick<RunOutcome, 'ok' | 'runId' | 'value'> {
  readonly errors: readonly Pick<RunError, 'code' | 'message'>[];
  /** `isScriptMistake` */
  readonly isMistake: boolean;
  /** For the model: what failed, where, what to do; the value as far as there is room. */
  readonly words: () => Promise<string>;
}

/** Lines for people, not made safe to show. */
interface StagedObserver {
  /** What a stage begins to do. */
  readonly onStep: (line: string) => void;
  /** What a stage chose and why, where it goes another way. */
  readonly onProgress: (line: string) => void;
  /** A piece of the answer, in Markdown. */
  readonly onText: (piece: string) => void;
  /** A script ran, under the id of its record. */
  readonly onRun: (id: string) => void;
}

export interface ChosenTool {
  /** `t1`, in the order in which they were chosen. */
  readonly id: string;
  readonly tool: CatalogTool;
}

/** How a turn ended. `failed`: no stage and no fallback could answer; `problem` is one sentence. */
export type StagedOutcome = { readonly stages: readonly RunStage[] } & (
  { readonly kind: 'answered' | 'cancelled' } | { readonly kind: 'failed'; readonly problem: string }
);
