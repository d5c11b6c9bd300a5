// The run whose calls pass through the pipeline: what the steps of its calls take from it.
import type { CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import type { RunObserver } from '../runObserver.ts';
import type { Approval } from '../consent/approval.ts';
import type { ApprovalRules } from '../consent/approvalRules.ts';
import type { RunAnswers } from '../consent/runAnswers.ts';
import type { EngineParts } from '../engineParts.ts';
import type { ExecuteRequest } from '../executeRequest.ts';
import type { ToolFinder } from '../find/index.ts';
import type { FlowGuard } from '../flow/flowGuard.ts';
import type { ScriptCheck } from '../preflight/checkScript.ts';
import type { SavedScripts } from '../preflight/savedScripts.ts';
import type { RunRecorder } from '../runJournal.ts';
import type { RunOutcome } from '../runOutcome.ts';
import type { SessionStore } from '../stores/index.ts';
import type { LearnedAnswers } from './learnedAnswers.ts';

/** The tools that were allowed before the run began, and the approval that allows them. */
export interface ApprovedTools {
  readonly tools: Iterable<CatalogTool>;
  readonly by: Approval;
}

export interface CallingRun {
  readonly parts: Pick<EngineParts, 'declarations' | 'validator' | 'media' | 'limits'>;
  readonly request: ExecuteRequest;
  readonly recorder: RunRecorder | undefined;
  readonly observer: RunObserver;
  /** The code of the script, which questions show. */
  readonly source: string;
  readonly snapshot: CatalogSnapshot;
  readonly rules: ApprovalRules;
  readonly approved: ApprovedTools;
  /** The answers of the outermost run. */
  readonly answers: RunAnswers;
  readonly flows: FlowGuard;
  readonly finder: ToolFinder;
  readonly store: SessionStore;
  readonly learned: LearnedAnswers;
  readonly saved: SavedScripts<ScriptCheck>;
  readonly isDryRun: boolean;
  /** Runs a saved script. */
  readonly execute: (request: ExecuteRequest) => Promise<RunOutcome>;
}
