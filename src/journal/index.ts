// The public names of this room. Other rooms import them from here alone.
export type { WatchedRuns } from './list/runFollower.ts';
export { runTree, type RunTree } from './list/runTree.ts';
export { PastRuns } from './past/pastRuns.ts';
export { refusedRun } from './past/replayRun.ts';
export type { ResumeRequest } from './past/resumeRun.ts';
export { savedRunEnding, testRuns, type TestedRun } from './past/testRuns.ts';
export { combinedJournal, type RunEvents, type RunListener } from './record/combinedJournal.ts';
export { whyNotResumable } from './record/resumable.ts';
export { endState, type RecordedValue, type RunEndState, type RunState } from './record/runEvent.ts';
export { isRunId } from './record/runId.ts';
export type { RecordedCall, RecordedOutput, RunRecord, RunSummary } from './record/runRecord.ts';
export { leastRecorded, readKept, readRecordMode, recordModes, type RunsKept } from './record/runSettings.ts';
export { SharedRuns } from './record/sharedRuns.ts';
export { jsonBeginning, type BeginningRedactor } from './redaction/jsonBeginning.ts';
export { joinRules, readRedactionRules, type RedactionRules } from './redaction/redactionRules.ts';
export { Redactor } from './redaction/redactor.ts';
export { RunStore, type RunStoreOptions } from './runStore.ts';
export { callLines, type ReferencedTool } from './trace/callLines.ts';
export {
  callsText,
  decisionText,
  kindText,
  originText,
  runWords,
  stageText,
  titleOf,
  withFraction,
} from './trace/runTexts.ts';
export { runViewOf, runViewSteps, type ViewedRun } from './trace/buildRunView.ts';
export { barWords, type CallBar, type OutputEntry, type RunFrame, type RunView } from './trace/runView.ts';
export { durationText } from './trace/timeAxis.ts';
export { traceText } from './trace/traceText.ts';
