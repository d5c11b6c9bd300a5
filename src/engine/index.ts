// The public names of this room. Other rooms import them from here alone.
export { answerFindTools, type FindToolsInput } from './answerFindTools.ts';
export { recordedInput, redactArguments } from './calls/redactArguments.ts';
export {
  allowingWrites,
  answeringInFlight,
  dryRunChosen,
  type Approval,
  type Approver,
  type CallInFlight,
  type CallToApprove,
  type InFlightAnswer,
  type ScriptToApprove,
} from './consent/approval.ts';
export {
  eachRunReason,
  readRules,
  ruleActions,
  type ApprovalRule,
  type RuledTool,
} from './consent/approvalRules.ts';
export { currentRules } from './consent/currentRules.ts';
export { inFlightAnswers, inFlightText } from './consent/inFlightText.ts';
export { auditKey, policyFile, readPolicyFile } from './consent/policyFile.ts';
export { placeText, timesText, unaskedTexts, type ToolPlace, type ToolUse } from './consent/toolUses.ts';
export { whileAsking } from './consent/whileAsking.ts';
export { createEngine, type CreateEngineOptions, type CreatedEngine } from './createEngine.ts';
export type { TypeCheckMode } from './engineParts.ts';
export { shownTitle, withoutNulls, type ExecuteRequest, type ScriptDebugging } from './executeRequest.ts';
export { Engine } from './executeScript.ts';
export { flowQuestion } from './flow/flowGuard.ts';
export {
  FlowRules,
  currentFlowRules,
  flowActions,
  flowPatternProblem,
  readFlowRules,
  type FlowRule,
} from './flow/flowRules.ts';
export { openWorldNote } from './openWorldNote.ts';
export type { PastAnswer, PastRecord, PastRun, PastScript } from './pastRun.ts';
export { mostScriptDepth } from './preflight/savedScripts.ts';
export {
  decisionSources,
  runDoors,
  runStages,
  type CallDecision,
  type RunDoor,
  type RunJournal,
  type RunParent,
  type RunRecorder,
  type RunStage,
  type RunStart,
  type ScriptStart,
} from './runJournal.ts';
export { bothObservers, type RunObserver } from './runObserver.ts';
export {
  type CallRecord,
  type CalledTool,
  type RunError,
  type RunErrorCode,
  type RunOutcome,
} from './runOutcome.ts';
export { runTitle, titleFrom } from './runTitle.ts';
export { isScriptMistake } from './scriptMistake.ts';
export { defaultBudget, type TextBudget } from './textBudget.ts';
export { textTokens, tokensOf, valueTokens } from './usage/estimateTokens.ts';
export { SparedCalls, bytesRead, sparedOf, type Spared } from './usage/sparedCalls.ts';
export { UsageMeter, type MeteredCall } from './usage/usageMeter.ts';
export {
  advisesTools,
  doorNames,
  hasSpared,
  idleSentences,
  usageTotals,
  type UsageRow,
  type UsageTotals,
} from './usage/usageTotals.ts';
