// The path of a call from the script to its server, as a list of steps.
import type { CatalogSnapshot } from '../../catalog/catalogSnapshot.ts';
import type { RunAnswers } from '../consent/runAnswers.ts';
import type { ApprovalRules } from '../consent/approvalRules.ts';
import type { EngineParts } from '../engineParts.ts';
import type { ExecuteRequest } from '../executeRequest.ts';
import type { FlowGuard } from '../flow/flowGuard.ts';
import type { ScriptCheck } from '../preflight/checkScript.ts';
import type { CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import type { SavedScripts } from '../preflight/savedScripts.ts';
import type { RunRecorder } from '../runJournal.ts';
import type { CallRecord, RunError, RunOutcome } from '../runOutcome.ts';
import type { Builtins } from './builtins.ts';
import { approveCalls, CallQuestions, type ApprovedTools } from './callApprovals.ts';
import { CallBudget } from '../callBudget.ts';
import { budgetStep } from './budgetStep.ts';
import { explainFailures } from './callFailures.ts';
import { askAboutFlows, noteAnswers, noteRepeated } from './callFlows.ts';
import { readInputs } from './callInput.ts';
import { CallNotes } from './callNotes.ts';
import type { CallObserver } from '../callObserver.ts';
import { CallRecords, recordCalls, recordMade, recordSending } from './callRecords.ts';
import { applyRules } from './callRules.ts';
import { CallSteps, type Answer, type MadeCall } from './callStep.ts';
import { canWrite, findCalled, refuseUnknown } from './findCalled.ts';
import type { LearnedAnswers } from './learnedAnswers.ts';
import { PastCalls } from './pastCalls.ts';
import { pauseCaller, SavedScriptCalls } from './savedScriptCalls.ts';
import { sendCall } from './sendCall.ts';
import { UnsentCalls } from './unsentCalls.ts';

/** The run that makes the calls. */
export interface CallingRun {
  readonly parts: Pick<EngineParts, 'declarations' | 'validator' | 'media' | 'limits'>;
  readonly request: ExecuteRequest;
  readonly recorder: RunRecorder | undefined;
  readonly observer: CallObserver;
  /** The script's code, which questions show. */
  readonly source: string;
  readonly snapshot: CatalogSnapshot;
  readonly rules: ApprovalRules;
  readonly approved: ApprovedTools;
  readonly answers: RunAnswers;
  readonly flows: FlowGuard;
  readonly builtins: Builtins;
  readonly learned: LearnedAnswers;
  readonly saved: SavedScripts<ScriptCheck>;
  readonly isDryRun: boolean;
  /** Runs a saved script. */
  readonly execute: (request: ExecuteRequest) => Promise<RunOutcome>;
  /** Ends the run. */
  readonly stop: (error: RunError) => void;
}

/** The calls of one run. */
export interface RunCalls {
  readonly answer: Answer<MadeCall>;
  /** The calls so far with their ends, in the order in which they were made. */
  readonly records: () => readonly CallRecord[];
  /** Notes about names and inputs of calls that were read as others, each once. */
  readonly notes: () => readonly string[];
}

export function callPipeline(run: CallingRun): RunCalls {
  const { parts, request, recorder, observer, source, snapshot, rules, approved, answers, flows, builtins, learned, isDryRun } = run;
  const { declarations, validator, media } = parts;
  const { caller, approver, invocationToken } = request;
  const [records, notes] = [new CallRecords(), new CallNotes()];
  const budget = caller?.budget ?? new CallBudget(parts.limits().calls);
  const past = pastCalls(run);
  const unsent = isDryRun ? new UnsentCalls(recorder) : undefined;
  const script = caller?.tool.path;
  const questions = new CallQuestions({ source, approver, approved, answers, script, recorder });
  const { saved, execute } = run;
  const approvalOf: CallQuestions['approvalOf'] = (tool) => questions.approvalOf(tool);
  const shared = { snapshot, saved, approvalOf, answers, budget, flows };
  const scripts = new SavedScriptCalls({ execute, request, shared, recorder, observer, isDryRun });

  const answer = CallSteps.of<MadeCall>()
    // The record has each call before anything else that it has of the call.
    .stepIf(recorder && recordMade(recorder))
    // The limit counts calls that an earlier run answers, too: a script must not loop over them without end.
    .step(budgetStep(budget, recorder))
    // A saved script's clock and its caller's stop together, whichever later step asks a person.
    .stepIf(caller && pauseCaller(caller))
    // An answer of an earlier run is given before anything of this run could refuse or repeat the call.
    .stepIf(past?.step)
    // Calls of `codemode` itself reach no server, so no later step is about them.
    .step(builtins.step(recorder))
    // All later steps need to know which tool is called.
    .step(findCalled(snapshot, notes))
    // Whatever becomes of the call behind this step, it has one record, and observers hear of it once.
    .step(recordCalls(records, observer, recorder))
    .step(refuseUnknown(snapshot, declarations))
    // At once after the call was made: tools that answer while later steps wait do not count for its flows.
    .step(noteAnswers(flows, script))
    // A tool that is denied is denied whatever its input is.
    .step(applyRules(rules, recorder))
    // Before the input is read: the placeholder of a result that was never there fits no schema.
    .stepIf(unsent?.stopDependent)
    // Before anybody is asked: a question shows the input as the server gets it.
    .step(readInputs({ validator, declarations, notes }))
    // After the input was read: a dry run tells of wrong inputs, too.
    .stepIf(unsent?.stopWrites)
    // Before the approval, which a call that a rule about the flow of data denies does not ask for.
    .stepIf(flows.hasRules ? askAboutFlows({ questions, answers, recorder }) : undefined)
    .step(approveCalls(questions, recorder))
    .step(scripts.refuse)
    // The last step before the call leaves: from here on it may have its effect.
    .stepIf(recorder && recordSending(recorder))
    // Around all that sends, since answers of servers and of saved scripts teach the same.
    .step(learned.step)
    .step(scripts.run)
    // At once around the server: failures of other steps had no effect.
    .step(explainFailures(snapshot, validator))
    .end(sendCall({ snapshot, observer, recorder, notes, media, invocationToken }));

  return {
    answer,
    records: () => [...(past?.records() ?? []), ...records.all()].sort((a, b) => a.sequence - b.sequence),
    notes: () => [...(past?.notes() ?? []), ...notes.all()],
  };
}

/** Present in a run that goes on with an earlier one. */
function pastCalls({ request, source, snapshot, flows, builtins, observer, recorder, stop }: CallingRun): PastCalls | undefined {
  const { past, approver } = request;
  if (!past) return undefined;
  const live = {
    source,
    approver,
    canWrite: (call: GuestCall) => canWrite(snapshot, call),
    repeated: (call: GuestCall, reply: CallReply) =>
      call.target === 'codemode' ? builtins.repeated(call) : noteRepeated(flows, snapshot, call, reply),
  };
  return new PastCalls({ past, observer, recorder, stop, live });
}
