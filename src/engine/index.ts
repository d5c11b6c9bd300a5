// The public names of this room. Other rooms import them from here alone.
export { answerFindTools, type FindToolsInput } from './answerFindTools.ts';
export { bothObservers } from './bothObservers.ts';
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
  type ReadRules,
  type RuledTool,
  type Ruling,
} from './consent/approvalRules.ts';
export {
  Consents,
  consentScopes,
  type Consent,
  type ConsentContext,
  type ConsentScope,
  type ConsentStorage,
  type ConsentStorages,
} from './consent/consents.ts';
export { currentRules } from './consent/currentRules.ts';
export { inFlightAnswers, inFlightText } from './consent/inFlightText.ts';
export { auditKey, policyFile, readPolicyFile } from './consent/policyFile.ts';
export {
  placeText,
  timesText,
  unaskedUses,
  usesOf,
  type ToolPlace,
  type ToolUse,
} from './consent/toolUses.ts';
export { whileAsking } from './consent/whileAsking.ts';
export { createEngine, type CreateEngineOptions, type CreatedEngine } from './createEngine.ts';
export { shownTitle, type ExecuteRequest, type RunObserver, type ScriptDebugging } from './executeRequest.ts';
export { Engine } from './executeScript.ts';
export { allocateBudget } from './find/allocateBudget.ts';
export { briefArguments } from './find/briefCall.ts';
export { otherLinesOf } from './find/otherTools.ts';
export { ToolFinder, namesIn, type FoundTool } from './find/toolFinder.ts';
export {
  FlowRules,
  currentFlowRules,
  flowActions,
  flowPatternProblem,
  readFlowRules,
  type FlowRule,
  type ReadFlowRules,
} from './flow/flowRules.ts';
export { flowQuestion } from './flow/flowText.ts';
export { forReader } from './formatting/advice.ts';
export { cutJson, cutValue } from './formatting/cutJson.ts';
export { displayText } from './formatting/displayText.ts';
export { dryRunText } from './formatting/dryRunText.ts';
export { effectOf, effectWords } from './formatting/effectOf.ts';
export { withoutPath } from './formatting/failureMessage.ts';
export { formatAge } from './formatting/formatAge.ts';
export { formatResult, offersResume, valueCharacters } from './formatting/formatResult.ts';
export { errorText, warningText } from './formatting/problemText.ts';
export { receipt } from './formatting/receipt.ts';
export { sizeText } from './formatting/sizeText.ts';
export { stripBinary } from './formatting/stripBinary.ts';
export { openWorldNote } from './openWorldNote.ts';
export type { PastAnswer, PastRecord, PastRun, PastScript, ReplayedRun } from './pastRun.ts';
export { mostScriptDepth } from './preflight/savedScripts.ts';
export type { TypeCheckMode } from './preflight/typeErrors.ts';
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
export {
  type CallRecord,
  type CalledTool,
  type RunError,
  type RunErrorCode,
  type RunOutcome,
} from './runOutcome.ts';
export { runTitle, titleFrom } from './runTitle.ts';
export { callProblem } from './savedScripts/callProblem.ts';
export { camelCase, nameProblem, parametrised, scriptFileName } from './savedScripts/parametrised.ts';
export { scriptApproval, type ScriptApproval } from './savedScripts/scriptApproval.ts';
export { createScriptFile, readScriptFolder, type ScriptFolder } from './savedScripts/scriptFiles.ts';
export {
  defaultScriptFolder,
  isSameFolder,
  namedFolders,
  scriptFolders,
  type NamedFolder,
} from './savedScripts/scriptFolders.ts';
export { isSavedPath, isScratchPath, isScriptFileName } from './savedScripts/scriptNames.ts';
export { ScriptToolSource, type ScriptTrust } from './savedScripts/scriptToolSource.ts';
export { SCRIPTS_SERVER } from './savedScripts/scriptsServer.ts';
export { KeptUsage } from './stores/keptUsage.ts';
export { ObservedMedia } from './stores/observedMedia.ts';
export { RedisState } from './stores/redisState.ts';
export type { ResultStore } from './stores/resultStore.ts';
export { sessionHash } from './stores/sessionFiles.ts';
export { SharedStateError } from './stores/sharedStateError.ts';
export { readStateUrl } from './stores/stateUrl.ts';
export { UsageStore, type UsageDoor, type Used } from './stores/usageStore.ts';
export { defaultBudget, type TextBudget } from './textBudget.ts';
export { textTokens, tokensOf, valueTokens } from './usage/estimateTokens.ts';
export { mostToolsInRequest, savedTokens, type SavedTokens } from './usage/savedTokens.ts';
export { SparedCalls, bytesRead, sparedOf, type Spared } from './usage/sparedCalls.ts';
export { turnDefinitions, turnRequests, type CountedTurn } from './usage/turnUsage.ts';
export { UsageMeter, isOfAgent, type MeteredCall } from './usage/usageMeter.ts';
export {
  advisesTools,
  doorNames,
  hasSpared,
  idleSentences,
  usageTotals,
  type UsageRow,
  type UsageTotals,
} from './usage/usageTotals.ts';
