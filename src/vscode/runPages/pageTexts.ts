// Builds the texts of the pages about a run and its calls. The module is pure, so that tests need no editor. Texts of
// servers and scripts are escaped for display.
import * as l10n from '@vscode/l10n';
import { grouped } from '../../base/text/counted.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import { localClock } from '../../base/text/localTime.ts';
import { shownLine, shownText } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { forReader } from '../../engine/formatting/index.ts';
import type { RunError } from '../../engine/index.ts';
import {
  callsText,
  decisionText,
  kindText,
  originText,
  titleOf,
  barWords,
  runWords,
  stageText,
  durationText,
  type RecordedCall,
  type RunRecord,
  type RunSummary,
} from '../../journal/index.ts';
import type {
  PanelAction,
  Problem,
  RecordAction,
  RunHead,
  SelectedCall,
  ShownValue,
  Tone,
} from '../pages/run/runMessages.ts';
import { callCountText, sentence, tokensText } from '../labelText.ts';
import type { ShownRun } from './shownRun.ts';

const mostProblems = 50;

const tones: Readonly<Record<RunSummary['state'], Tone>> = {
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
  denied: 'plain',
  running: 'busy',
  interrupted: 'warning',
};

/** Returns the head of the page of a recorded run, which has the number `run` on the page. */
export function recordHead(record: RunRecord, run: number, actions: readonly RecordAction[]): RunHead {
  const notes = [...record.stages.map(stageText), ...record.notes];
  const kind = kindText(record);
  return {
    page: record.id,
    run,
    runs: [],
    title: titleOf(record),
    ...endOf({ ...record, notes }, kind === undefined ? [] : [kind]),
    facts: factsOf(record),
    actions,
    hasArgs: record.args !== undefined,
    isOfFile: false,
  };
}

/** Returns the head for a run whose record no longer exists. */
export function goneHead(id: string): RunHead {
  const message = l10n.t(
    'This run is no longer recorded: it was deleted, or is older than codeMode.runs keeps.',
  );
  return {
    page: id,
    run: 0,
    runs: [],
    title: l10n.t('Run'),
    state: l10n.t('Gone'),
    tone: 'plain',
    facts: [],
    actions: [],
    errors: [{ message }],
    warnings: [],
    notes: [],
    hasValue: false,
    noValue: l10n.t('There is no result.'),
    hasArgs: false,
    isOfFile: false,
  };
}

interface ScriptHeadParts {
  /** The address of the script. */
  readonly script: string;
  /** The path of the script, for instance `.code-mode/report.ts`. */
  readonly title: string;
  readonly runs: readonly ShownRun[];
}

/** Returns the head of the page of a script. */
export function scriptHead(run: ShownRun, { script, title, runs }: ScriptHeadParts): RunHead {
  const { callList } = run.viewed;
  const calls = callList.filter(({ target }) => target !== 'codemode');
  const failed = calls.filter(({ state }) => state === 'failed');
  return {
    page: script,
    run: run.number,
    runs: runs.map((one) => ({ run: one.number, label: labelOf(one), isPinned: one.isPinned })),
    title: visibleName(title),
    ...endOf(run, [...(run.isDryRun ? [l10n.t('dry run')] : []), ...(run.of === 'script' ? [] : [run.of])]),
    facts: factsIn([
      [l10n.t('Started'), localClock(run.startedAt)],
      [l10n.t('Duration'), tookText(run)],
      [l10n.t('Calls'), calls.length === 0 ? undefined : callsText(calls.length, failed.length)],
      [l10n.t('Progress'), run.isOn ? run.progress : undefined],
    ]),
    actions: panelActions(run),
    hasArgs: run.record?.args !== undefined,
    isOfFile: true,
  };
}

/** Returns for instance `14:05:59 finished, 1.2 s`. */
export function labelOf(run: ShownRun): string {
  const took = tookText(run);
  const kind = run.isDryRun ? l10n.t(' (dry run)') : '';
  const more = [took, run.of === 'script' ? undefined : run.of].filter((text) => text !== undefined);
  return [`${localClock(run.startedAt)} ${runWords[run.state]}${kind}`, ...more].join(', ');
}

/** Returns the parts of the head that say how the run ended, or that it is in progress. */
function endOf(
  run: Pick<RunRecord, 'state' | 'errors' | 'warnings' | 'notes'> & { readonly value?: unknown },
  kinds: readonly string[],
) {
  const { state, errors, warnings, notes, value } = run;
  const none = state === 'done' ? l10n.t('No result.') : l10n.t('There is no result.');
  return {
    state: `${sentence(runWords[state])}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`,
    tone: tones[state],
    errors: errors.slice(0, mostProblems).map(problemOf),
    warnings: warnings.slice(0, mostProblems).map(problemOf),
    notes: notes.slice(0, mostProblems).map((note) => shownText(note)),
    hasValue: value !== undefined,
    noValue: state === 'running' ? l10n.t('No result yet: the script is running.') : none,
  };
}

/** Returns the duration; undefined for a denied script, whose duration is the time that the user took to answer. */
function tookText({
  durationMs,
  state,
}: Partial<Pick<ShownRun, 'state' | 'durationMs'>>): string | undefined {
  return durationMs === undefined || state === 'denied' ? undefined : durationText(durationMs);
}

/** Returns the facts that have a text. */
function factsIn(all: readonly (readonly [name: string, text: string | undefined])[]) {
  return all.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
}

function factsOf(record: RunRecord) {
  const { startedAt, calls, failedCalls, writes, tokens, resumes, parent, id } = record;
  const ofWrites = writes === 0 ? undefined : l10n.t('{0} to tools that can write', callCountText(writes));
  return factsIn([
    [l10n.t('From'), originText(record)],
    [l10n.t('Started'), new Date(startedAt).toLocaleString()],
    [l10n.t('Duration'), tookText(record)],
    [l10n.t('Calls'), callsText(calls, failedCalls)],
    [l10n.t('Writes'), ofWrites],
    [l10n.t('Tokens of code and result'), tokens && tokensText(tokens.code + tokens.result)],
    [l10n.t('Continues'), resumes === undefined ? undefined : l10n.t('continues {0}', resumes)],
    [l10n.t('Called by'), parent && l10n.t('run {0}, its call {1}', parent.run, grouped(parent.call))],
    [l10n.t('Run'), id],
  ]);
}

/** Returns the actions for a recorded run. `isHere`: true if the run takes place in this window. */
export function usableActions(
  { state, door, script, conditions, dryRun }: RunRecord,
  isHere: boolean,
): readonly RecordAction[] {
  if (state === 'running') return isHere ? ['cancel'] : [];
  const began = script !== undefined && conditions !== undefined;
  const isOver = state === 'done' || dryRun;
  // The tools of a chat exist only within that chat.
  const isOfChat = door === 'provider';
  return [
    ...(isOver || isOfChat ? [] : (['resume'] as const)),
    ...(began && !dryRun ? (['replay'] as const) : []),
    ...(isOfChat ? [] : (['runAgain', 'saveAsScript'] as const)),
    'export',
  ];
}

function panelActions(run: ShownRun): readonly PanelAction[] {
  if (run.isOn) return ['stop', 'showOutput'];
  return [
    'run',
    // The record of a selection has other code than the script, so a replay with the script's code would fail.
    ...(run.recordId === undefined || run.isDryRun || run.of === 'selection' ? [] : (['replay'] as const)),
    run.isPinned ? 'unpin' : 'pin',
    ...(run.value === undefined ? [] : (['compare', 'openInEditor', 'insertComment'] as const)),
    'showOutput',
  ];
}

function problemOf({ message, hint, position }: RunError): Problem {
  return {
    message: shownText(forReader(message, 'user')),
    ...(hint !== undefined && { hint: shownText(forReader(hint, 'user')) }),
    ...(position && { line: position.line, column: position.column }),
  };
}

/** `lines`: the lines of code that may have made the call. */
export function selectedCall(call: RecordedCall, lines: readonly number[]): SelectedCall {
  const { error } = call;
  return {
    facts: callFacts(call, lines),
    values: callValues(call),
    ...(error && { problem: shownText(forReader(error.message, 'user')) }),
  };
}

/** Returns the page's text for a call that no record contains. */
export function unrecordedCall(path: string | undefined): SelectedCall {
  const note = l10n.t('not recorded: codeMode.runs.record says what is');
  return {
    facts: path === undefined ? [] : [{ name: l10n.t('Tool'), text: visibleName(path) }],
    values: [
      { name: l10n.t('Input'), note },
      { name: l10n.t('Output'), note },
    ],
  };
}

function callFacts(call: RecordedCall, lines: readonly number[]) {
  const { path, writes, madeAt, sentAt, answeredAt, decision, progress, state } = call;
  const last = progress.at(-1);
  const at = (from: number, to: number | undefined) =>
    to === undefined ? l10n.t('not over') : durationText(Math.max(0, to - from));
  const times =
    sentAt === undefined
      ? undefined
      : l10n.t('Queued {0}, server {1}', at(madeAt, sentAt), at(sentAt, answeredAt));
  return factsIn([
    [l10n.t('Tool'), `${visibleName(path)}${writes ? l10n.t(', can write') : ''}`],
    [l10n.t('State'), barWords[state]],
    [l10n.t('Line'), lines.length === 0 ? undefined : linesText(lines)],
    [l10n.t('Started'), durationText(madeAt)],
    [l10n.t('Time'), times],
    [decision?.allowed ? l10n.t('Approved by') : l10n.t('Stopped by'), decision && decisionText(decision)],
    [l10n.t('Progress'), last && shownLine(last.message, 200)],
  ]);
}

function linesText([first, ...others]: readonly number[]): string {
  return others.length === 0
    ? String(first)
    : l10n.t('one of {0}: the code calls this tool in several places', [first, ...others].join(', '));
}

function callValues({ input, output, error, call: n, answeredAt }: RecordedCall): readonly ShownValue[] {
  const note = answeredAt === undefined ? l10n.t('none yet') : 'none';
  const end: ShownValue = error
    ? { name: l10n.t('Failure'), source: { of: 'failure', n } }
    : { name: l10n.t('Output'), ...(output ? { source: { of: 'output', n } } : { note }) };
  return [{ name: l10n.t('Input'), ...(input ? { source: { of: 'input', n } } : { note: 'none' }) }, end];
}

/** A request from a button or a link of a script's page. */
export type PanelWork = Exclude<PanelAction, 'pin' | 'unpin'> | 'line';

const notDoneWords: Readonly<Record<PanelWork, string>> = {
  run: l10n.t('The script was not run'),
  stop: l10n.t('The script was not stopped'),
  replay: l10n.t('The run was not replayed'),
  compare: l10n.t('The results were not compared'),
  openInEditor: l10n.t('The result was not opened'),
  insertComment: l10n.t('The comment was not inserted'),
  showOutput: l10n.t('The output was not shown'),
  line: l10n.t('The line was not shown'),
};

/** `isThere`: true if the script's file exists. */
export function notDoneText(
  work: PanelWork,
  { script, isThere, error }: { readonly script: string; readonly isThere: boolean; readonly error: unknown },
): string {
  if (!isThere)
    return l10n.t(
      '{0}: {1} is no longer there. Restore the file and try again.',
      notDoneWords[work],
      visibleName(script),
    );
  const why = shownLine(errorMessage(error), 300).replace(/\.$/, '');
  return l10n.t('{0}: {1}. Try again; the output channel "Code Mode Log" has more.', notDoneWords[work], why);
}
