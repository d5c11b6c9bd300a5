// The path of a call from the script to its server, as a list of steps.
import type { CallReply, GuestCall } from '../../sandbox/index.ts';
import type { CallRecord } from '../runOutcome.ts';
import { Builtins } from './builtins.ts';
import { approveCalls, CallQuestions } from './callApprovals.ts';
import { CallBudget } from './callBudget.ts';
import { explainFailures } from './callFailures.ts';
import { askAboutFlows, noteAnswers, noteRepeated } from './callFlows.ts';
import type { CallingRun } from './callingRun.ts';
import { checkInputs } from './callInput.ts';
import { CallNotes } from './callNotes.ts';
import { CallRecords, recordCalls, recordMade, recordSending } from './callRecords.ts';
import { applyRules } from './callRules.ts';
import { CallSteps, type CallHandler, type MadeCall } from './callStep.ts';
import { canWrite, findCalled, refuseUnknown, withOwnNames } from './findCalled.ts';
import { PastCalls } from './pastCalls.ts';
import { pauseCaller, SavedScriptCalls } from './savedScriptCalls.ts';
import { sendCall } from './sendCall.ts';
import { UnsentCalls } from './unsentCalls.ts';

export interface RunCalls {
  /** The calls of the earlier run; undefined if the run does not resume another. */
  readonly past: PastCalls | undefined;
  readonly answer: CallHandler<MadeCall>;
  /** The calls so far with their outcomes, in the order in which the script made them. */
  readonly records: () => readonly CallRecord[];
  /** Notes about calls that were read in another way than written, and about values that were not stored. */
  readonly notes: () => readonly string[];
  /** `Builtins.settled`. */
  readonly settled: () => Promise<void>;
}

export function callPipeline(run: CallingRun): RunCalls {
  const { parts, request, recorder, observer, snapshot, rules, answers, flows, learned, saved } = run;
  const { declarations, validator } = parts;
  const { caller } = request;
  const builtins = new Builtins(run);
  const [records, notes] = [new CallRecords(), new CallNotes()];
  const budget = caller?.budget ?? new CallBudget(parts.limits().calls);
  const past = pastCalls(run, builtins);
  const unsent = run.isDryRun ? new UnsentCalls(recorder) : undefined;
  const questions = new CallQuestions(run);
  const shared = { snapshot, saved, approvalOf: questions.approvalOf, answers, budget, flows };
  const scripts = new SavedScriptCalls(run, shared);

  const answer = new CallSteps((last: CallHandler<MadeCall>) => last)
    // The record must contain a call before any other entry about it.
    .stepIf(recorder && recordMade(recorder))
    // The limit also counts calls that an earlier run's record answers: a script must not loop over them forever.
    .step(budget.step(recorder))
    // The clocks of a saved script and of its caller stop together, whichever later step asks the user.
    .stepIf(caller && pauseCaller(caller))
    // The answer of an earlier run comes before any step that could refuse or repeat the call.
    .stepIf(past?.step)
    // Calls of `codemode` reach no server, so the later steps do not apply to them.
    .step(builtins.step)
    // All later steps need to know which tool is called.
    .step(findCalled(snapshot, notes))
    // Each call has one record and observers are informed once, whatever later steps do with it.
    .step(recordCalls(records, observer, recorder))
    .step(refuseUnknown(snapshot, declarations))
    // The step runs at once: tools that answer while later steps wait do not count for the flows of the call.
    .step(noteAnswers(flows, caller?.tool.path))
    // A denied tool is denied whatever its input is.
    .step(applyRules(rules, recorder))
    // The step runs before the input is read: the placeholder of a missing result fits no schema.
    .stepIf(unsent?.stopDependent)
    // The step runs before the user is asked: a question shows the input as the server receives it.
    .step(checkInputs({ validator, declarations, notes }))
    // The step runs after the input was read: a dry run reports wrong inputs, too.
    .stepIf(unsent?.stopWrites)
    // The step runs before the approval: a call that a rule about the flow of data denies needs no approval.
    .stepIf(flows.hasRules ? askAboutFlows(questions, run) : undefined)
    .step(approveCalls(questions, recorder))
    .step(scripts.refuse)
    // The last step before the call is sent: from here on the call may take effect.
    .stepIf(recorder && recordSending(recorder))
    // The step encloses all steps that send, since answers of servers and of saved scripts are learned alike.
    .step(learned.step)
    .step(scripts.run)
    // The step encloses only the server: failures of other steps had no effect.
    .step(explainFailures(snapshot, validator))
    .end(sendCall(run, notes));

  return {
    past,
    answer,
    records: () => [...(past?.records() ?? []), ...records.all()].sort((a, b) => a.sequence - b.sequence),
    notes: () => [...(past?.notes() ?? []), ...notes.all(), ...builtins.notes()],
    settled: () => builtins.settled(),
  };
}

function pastCalls(run: CallingRun, builtins: Builtins): PastCalls | undefined {
  const { past, approver } = run.request;
  const { source, snapshot, flows, observer, recorder } = run;
  if (!past) return undefined;
  const live = {
    source,
    approver,
    named: (call: GuestCall) => withOwnNames(snapshot, call),
    canWrite: (call: GuestCall) => canWrite(snapshot, call),
    repeated: (call: GuestCall, reply: CallReply) =>
      call.target === 'codemode'
        ? builtins.repeated(call, reply)
        : noteRepeated(flows, snapshot, call, reply),
  };
  return new PastCalls({ past, observer, recorder, live });
}
