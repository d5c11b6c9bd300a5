// Who decides whether a script may write: a port, answered by questions and a record in the editor, by a question and a flag on the
// terminal.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Ruling } from './approvalRules.ts';
import type { ToolUse } from './toolUses.ts';
import type { Flow } from '../flow/flowGuard.ts';
import { advice } from '../formatting/advice.ts';

/**
 * `refused`: the user said no. `unanswered`: they were asked and did not answer in time. `unavailable`: there is no way to ask them.
 * `cancelled`: the run ended before they answered. `dryRun`: they want to see first what the run would write.
 * `flow`: a rule about the flow of data denies it.
 */
type DenialReason = 'refused' | 'unanswered' | 'unavailable' | 'cancelled' | 'dryRun' | 'flow';

interface Denial {
  readonly granted: false;
  readonly why: DenialReason;
  /** A sentence: what was not allowed, and what would allow it. */
  readonly reason: string;
}

/**
 * `user`: their answer just now. `consent`: what they allowed before. `option`: they asked for no questions (`--allow-writes`). `rule`: nothing
 * had to be asked. `client`: whoever has the tools makes the calls, and asks.
 */
export interface Grant {
  readonly granted: true;
  readonly by: 'user' | 'consent' | 'option' | 'rule' | 'client';
  /** Where the user answered: the tools that a consent covered already. */
  readonly covered?: readonly CatalogTool[];
}

export type Approval = Grant | Denial;

/** The user's answer to the question about a run. */
export const dryRunChosen: Approval = { granted: false, why: 'dryRun', reason: 'The user chose a dry run.' };

/** A script that names tools that somebody has to allow: most can write. */
export interface ScriptToApprove {
  readonly source: string;
  /** One line that says what the script is for, by the model or in its first comment: nothing proves that it is true. */
  readonly title?: string;
  /** What it reads as `codemode.args`. */
  readonly args?: JsonObject;
  /** All tools that it names, those first that can destroy or write. */
  readonly uses: readonly ToolUse[];
  /** Those of them that somebody has to allow, in the same order. */
  readonly asked: readonly CatalogTool[];
}

/** A call of a tool that somebody has to allow, and that the script did not name or that a rule about the flow of data asks about. */
export interface CallToApprove {
  /** The script's. */
  readonly source: string;
  readonly tool: CatalogTool;
  readonly ruling: Ruling;
  readonly input: JsonObject;
  /** Present where a rule about the flow of data asks. */
  readonly flow?: Flow;
}

/** A write that an earlier run sent and of which it is not known whether it took effect. */
export interface CallInFlight {
  /** The script's. */
  readonly source: string;
  /** The run that sent it. */
  readonly run: string;
  /** Its number in that run: `3`, or `5.2` for call 2 of the saved script that call 5 ran. */
  readonly call: string;
  /** How it failed; absent where the run ended before the answer. */
  readonly failure?: string;
  /** `tools.<server>.<tool>` */
  readonly path: string;
  readonly input: JsonObject;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** `happened`: the script goes on with `undefined` as its answer. `didNotHappen`: the call is made now. */
export type InFlightAnswer =
  { readonly kind: 'happened' } | { readonly kind: 'didNotHappen' } | ({ readonly kind: 'stop' } & Omit<Denial, 'granted'>);

export interface Approver {
  /** Asked once before a run whose code names tools that somebody has to allow. After `dryRunChosen` it is a dry run. */
  approveRun(script: ScriptToApprove, signal: AbortSignal): Promise<Approval>;
  /**
   * Asked, at most once a run and tool, before a call that the code did not show beforehand, and once a run, tool and rule about a flow. A
   * yes counts until the run ends, a no also for its saved scripts and their callers.
   */
  approveCall(call: CallToApprove, signal: AbortSignal): Promise<Approval>;
  /** Asked of each such call of a run that is resumed, when the script comes to it. No rule or earlier yes answers it. */
  askInFlight(call: CallInFlight, signal: AbortSignal): Promise<InFlightAnswer>;
}

/** Says yes by itself (`--allow-writes`), but where a rule wants to be asked for. */
export function allowingWrites(approver: Approver): Approver {
  const yes: Approval = { granted: true, by: 'option' };
  return {
    approveRun: (script, signal) =>
      script.uses.some(({ ruling }) => ruling.action === 'askEachRun') ? approver.approveRun(script, signal) : Promise.resolve(yes),
    approveCall: (call, signal) => (call.ruling.action === 'askEachRun' ? approver.approveCall(call, signal) : Promise.resolve(yes)),
    askInFlight: (call, signal) => approver.askInFlight(call, signal),
  };
}

/** Answers a question about a call in flight with `answerTo`, and asks `approver` where that has no answer. */
export function answeringInFlight(approver: Approver, answerTo: (call: CallInFlight) => InFlightAnswer | undefined): Approver {
  return {
    approveRun: (script, signal) => approver.approveRun(script, signal),
    approveCall: (call, signal) => approver.approveCall(call, signal),
    askInFlight: (call, signal) => {
      const answer = answerTo(call);
      return answer ? Promise.resolve(answer) : approver.askInFlight(call, signal);
    },
  };
}

/** What a model is to do after a refusal. */
export const adviceAfter: Readonly<Record<DenialReason, string>> = {
  refused: advice.notAgain.model,
  unanswered: advice.tellWhatWaits.model,
  unavailable: advice.tellHowToAllow.model,
  cancelled: advice.runAgainIfWanted.model,
  dryRun: advice.runAgainIfWanted.model,
  flow: advice.flow.model,
};
