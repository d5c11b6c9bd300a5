// The port that decides if a script may write. In the editor, questions and a record of consents answer; on the
// terminal, a question and a flag.
import type { CatalogTool } from '../../catalog/index.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Ruling } from './approvalRules.ts';
import type { ToolUse } from './toolUses.ts';
import type { Flow } from '../flow/flowGuard.ts';
import { advice } from '../formatting/index.ts';

/**
 * `refused`: the user said no. `unanswered`: the user did not answer in time. `unavailable`: there is no way to ask.
 * `cancelled`: the run ended before an answer. `dryRun`: the user chose a dry run first. `flow`: a rule about the flow
 * of data denies the call.
 */
type DenialReason = 'refused' | 'unanswered' | 'unavailable' | 'cancelled' | 'dryRun' | 'flow';

interface Denial {
  readonly granted: false;
  readonly why: DenialReason;
  /** A sentence that says which action was not allowed, and what would allow it. */
  readonly reason: string;
}

/**
 * `user`: the user answered just now. `consent`: the user allowed the tools earlier. `option`: the user asked for no
 * questions (`--allow-writes`). `rule`: no question was needed. `client`: the client makes the calls itself, and asks.
 */
export interface Grant {
  readonly granted: true;
  readonly by: 'user' | 'consent' | 'option' | 'rule' | 'client';
  /** The tools that a consent already covered when the user answered; absent if the user was not asked. */
  readonly covered?: readonly CatalogTool[];
}

export type Approval = Grant | Denial;

/** The answer with which the user chooses a dry run when asked about a run. */
export const dryRunChosen: Approval = { granted: false, why: 'dryRun', reason: 'The user chose a dry run.' };

/** A script that names tools which need approval; most of them can write. */
export interface ScriptToApprove {
  /** The code of the script; so is `source` of the calls below. */
  readonly source: string;
  /** One line that says what the script is for, by the model or in its first comment: nothing proves that. */
  readonly title?: string;
  /** The value of `codemode.args` in the script. */
  readonly args?: JsonObject;
  /** All tools that the script names, with those that can destroy or write first. */
  readonly uses: readonly ToolUse[];
  /** The subset of `uses` that needs approval, in the same order. */
  readonly asked: readonly ToolUse[];
}

/** A call that needs approval, because the script did not name the tool or a rule about the flow of data asks. */
export interface CallToApprove {
  readonly source: string;
  readonly tool: CatalogTool;
  readonly ruling: Ruling;
  readonly input: JsonObject;
  /** The flow of data that a rule asks about; absent if no such rule applies. */
  readonly flow?: Flow;
}

/** A write that an earlier run sent and that may have taken effect. */
export interface CallInFlight {
  readonly source: string;
  /** Id of the run that sent the call. */
  readonly run: string;
  /** Number of the call in that run: `3`, or `5.2` for call 2 of the saved script that call 5 ran. */
  readonly call: string;
  /** The message of the failure; absent if the run ended before the answer. */
  readonly failure?: string;
  /** Path of the tool: `tools.<server>.<tool>`. */
  readonly path: string;
  readonly input: JsonObject;
  /** Time of sending, in milliseconds since 1970. */
  readonly sentAt: number;
}

/** `happened`: the script continues with `undefined` as the answer. `didNotHappen`: the call is made now. */
export type InFlightAnswer =
  | { readonly kind: 'happened' }
  | { readonly kind: 'didNotHappen' }
  | ({ readonly kind: 'stop' } & Omit<Denial, 'granted'>);

export interface Approver {
  /** Called once before a run whose code names tools that need approval. `dryRunChosen` makes the run a dry run. */
  approveRun(script: ScriptToApprove, signal: AbortSignal): Promise<Approval>;
  /**
   * Called before a call that the code did not show in advance, at most once per run and tool, and once per run, tool
   * and rule about a flow of data. An approval lasts until the run ends; a refusal also applies to its saved scripts
   * and their callers.
   */
  approveCall(call: CallToApprove, signal: AbortSignal): Promise<Approval>;
  /** Called when a resumed run reaches a call in flight. No rule or earlier approval answers this question. */
  askInFlight(call: CallInFlight, signal: AbortSignal): Promise<InFlightAnswer>;
}

/** Approves writes without asking (`--allow-writes`), unless a rule requires a question in each run. */
export function allowingWrites(approver: Approver): Approver {
  const yes: Approval = { granted: true, by: 'option' };
  return {
    approveRun: (script, signal) =>
      script.uses.some(({ ruling }) => ruling.action === 'askEachRun')
        ? approver.approveRun(script, signal)
        : Promise.resolve(yes),
    approveCall: (call, signal) =>
      call.ruling.action === 'askEachRun' ? approver.approveCall(call, signal) : Promise.resolve(yes),
    askInFlight: (call, signal) => approver.askInFlight(call, signal),
  };
}

/** Answers a question about a call in flight with `answerTo`, and asks `approver` if that returns undefined. */
export function answeringInFlight(
  approver: Approver,
  answerTo: (call: CallInFlight) => InFlightAnswer | undefined,
): Approver {
  return {
    approveRun: (script, signal) => approver.approveRun(script, signal),
    approveCall: (call, signal) => approver.approveCall(call, signal),
    askInFlight: (call, signal) => {
      const answer = answerTo(call);
      return answer ? Promise.resolve(answer) : approver.askInFlight(call, signal);
    },
  };
}

/** Advice for a model after a refusal. */
export const adviceAfter: Readonly<Record<DenialReason, string>> = {
  refused: advice.notAgain.model,
  unanswered: advice.tellWhatWaits.model,
  unavailable: advice.tellHowToAllow.model,
  cancelled: advice.runAgainIfWanted.model,
  dryRun: advice.runAgainIfWanted.model,
  flow: advice.flow.model,
};
