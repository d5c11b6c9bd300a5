// Builds the texts of the pages about a run and its calls. The module is pure, so that tests need no editor. Texts of
// servers and scripts are escaped for display.
import { errorMessage } from '../../base/errorMessage.ts';
import { counted } from '../../base/text/counted.ts';
import { localClock } from '../../base/text/localTime.ts';
import { shownLine, shownText } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { forReader, type RunError } from '../../engine/index.ts';
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
  type RecordedValue,
  type RecordedCall,
  type RunRecord,
  type RunSummary,
} from '../../journal/index.ts';
import type { ShownValue, Source } from '../pages/base/valueMessages.ts';
import type {
  Fact,
  PanelAction,
  Problem,
  RecordAction,
  RunHead,
  SelectedCall,
  Tone,
} from '../pages/run/runMessages.ts';
import { sentence, tokensText } from '../labelText.ts';
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
    ...stateOf(record, kind === undefined ? [] : [kind]),
    facts: factsOf(record),
    actions,
    ...problemsOf({ ...record, notes }),
    hasValue: record.value !== undefined,
    noValue: noValueText(record.state),
    hasArgs: record.args !== undefined,
    isOfFile: false,
  };
}

/** Returns the head for a run whose record no longer exists. */
export function goneHead(id: string): RunHead {
  const message = 'This run is no longer recorded: it was deleted, or is older than codeMode.runs keeps.';
  return {
    page: id,
    run: 0,
    runs: [],
    title: 'Run',
    state: 'Gone',
    tone: 'plain',
    facts: [],
    actions: [],
    errors: [{ message }],
    warnings: [],
    notes: [],
    hasValue: false,
    noValue: 'There is no result.',
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
  return {
    page: script,
    run: run.number,
    runs: runs.map((one) => ({ run: one.number, label: labelOf(one), isPinned: one.isPinned })),
    title: visibleName(title),
    ...stateOf(run, [...(run.isDryRun ? ['dry run'] : []), ...(run.of === 'script' ? [] : [run.of])]),
    facts: [
      { name: 'Started', text: localClock(run.startedAt) },
      ...durationFact(run),
      ...(calls.length === 0
        ? []
        : [
            {
              name: 'Calls',
              text: callsText(calls.length, calls.filter(({ state }) => state === 'failed').length),
            },
          ]),
      ...(run.isOn && run.progress !== undefined ? [{ name: 'Progress', text: run.progress }] : []),
    ],
    actions: panelActions(run),
    ...problemsOf(run),
    hasValue: run.value !== undefined,
    noValue: noValueText(run.state),
    hasArgs: run.record?.args !== undefined,
    isOfFile: true,
  };
}

function noValueText(state: RunSummary['state']): string {
  if (state === 'running') return 'No result yet: the script is running.';
  return state === 'done' ? 'No result.' : 'There is no result.';
}

/** Returns for instance `14:05:59 finished, 1.2 s`. */
export function labelOf(run: ShownRun): string {
  const [took] = durationFact(run).map(({ text }) => `, ${text}`);
  return `${localClock(run.startedAt)} ${runWords[run.state]}${run.isDryRun ? ' (dry run)' : ''}${took ?? ''}${run.of === 'script' ? '' : `, ${run.of}`}`;
}

function stateOf(
  { state }: Pick<RunSummary, 'state'>,
  kinds: readonly string[],
): { readonly state: string; readonly tone: Tone } {
  return {
    state: `${sentence(runWords[state])}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`,
    tone: tones[state],
  };
}

/** Returns the duration, or nothing for a denied script: its duration is the time that the user took to answer. */
function durationFact({
  durationMs,
  state,
}: Pick<ShownRun, 'state'> & { readonly durationMs?: number | undefined }): readonly Fact[] {
  return durationMs === undefined || state === 'denied'
    ? []
    : [{ name: 'Duration', text: durationText(durationMs) }];
}

function factsOf(record: RunRecord): readonly Fact[] {
  const { startedAt, calls, failedCalls, writes, tokens, resumes, parent, id } = record;
  return [
    { name: 'From', text: originText(record) },
    { name: 'Started', text: new Date(startedAt).toLocaleString() },
    ...durationFact(record),
    { name: 'Calls', text: callsText(calls, failedCalls) },
    ...(writes === 0 ? [] : [{ name: 'Writes', text: `${counted(writes, 'call')} to tools that can write` }]),
    ...(tokens ? [{ name: 'Tokens of code and result', text: tokensText(tokens.code + tokens.result) }] : []),
    ...(resumes === undefined ? [] : [{ name: 'Continues', text: `continues ${resumes}` }]),
    ...(parent
      ? [{ name: 'Called by', text: `run ${parent.run}, its call ${parent.call.toLocaleString('en-US')}` }]
      : []),
    { name: 'Run', text: id },
  ];
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

function problemsOf({ errors, warnings, notes }: Pick<RunRecord, 'errors' | 'warnings' | 'notes'>) {
  return {
    errors: errors.slice(0, mostProblems).map(problemOf),
    warnings: warnings.slice(0, mostProblems).map(problemOf),
    notes: notes.slice(0, mostProblems).map((note) => shownText(note)),
  };
}

function problemOf({ message, hint, position }: RunError): Problem {
  return {
    message: shownText(forReader(message, 'user')),
    ...(hint !== undefined && { hint: shownText(forReader(hint, 'user')) }),
    ...(position && { line: position.line, column: position.column }),
  };
}

function shownValue(
  name: string,
  value: RecordedValue | undefined,
  source: Source,
  note: string,
): ShownValue {
  return value === undefined ? { name, note } : { name, source };
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
  const note = 'not recorded: codeMode.runs.record says what is';
  return {
    facts: path === undefined ? [] : [{ name: 'Tool', text: visibleName(path) }],
    values: [
      { name: 'Input', note },
      { name: 'Output', note },
    ],
  };
}

function callFacts(call: RecordedCall, lines: readonly number[]): readonly Fact[] {
  const { path, writes, madeAt, sentAt, answeredAt, decision, progress, state } = call;
  const last = progress.at(-1);
  const at = (from: number, to: number | undefined) =>
    to === undefined ? 'not over' : durationText(Math.max(0, to - from));
  return [
    { name: 'Tool', text: `${visibleName(path)}${writes ? ', can write' : ''}` },
    { name: 'State', text: barWords[state] },
    ...(lines.length === 0 ? [] : [{ name: 'Line', text: linesText(lines) }]),
    { name: 'Started', text: durationText(madeAt) },
    ...(sentAt === undefined
      ? []
      : [{ name: 'Time', text: `Queued ${at(madeAt, sentAt)}, server ${at(sentAt, answeredAt)}` }]),
    ...(decision
      ? [{ name: decision.allowed ? 'Approved by' : 'Stopped by', text: decisionText(decision) }]
      : []),
    ...(last ? [{ name: 'Progress', text: shownLine(last.message, 200) }] : []),
  ];
}

function linesText([first, ...others]: readonly number[]): string {
  return others.length === 0
    ? String(first)
    : `one of ${[first, ...others].join(', ')}: the code calls this tool in several places`;
}

function callValues({ input, output, error, call: n, answeredAt }: RecordedCall): readonly ShownValue[] {
  const failure: ShownValue | undefined = error && { name: 'Failure', source: { of: 'failure', n } };
  const note = answeredAt === undefined ? 'none yet' : 'none';
  return [
    shownValue('Input', input, { of: 'input', n }, 'none'),
    ...(failure ? [failure] : [shownValue('Output', output, { of: 'output', n }, note)]),
  ];
}

const rootNames: Readonly<Record<Source['of'], string>> = {
  value: 'result',
  args: 'codemode.args',
  display: 'displayed',
  entry: 'output',
  input: 'input',
  output: 'output',
  failure: 'error',
};

/** Returns the first part of a copied path. */
export function rootName({ of }: Source): string {
  return rootNames[of];
}

/** A request from a button or a link of a script's page. */
export type PanelWork = Exclude<PanelAction, 'pin' | 'unpin'> | 'line';

const notDoneWords: Readonly<Record<PanelWork, string>> = {
  run: 'The script was not run',
  stop: 'The script was not stopped',
  replay: 'The run was not replayed',
  compare: 'The results were not compared',
  openInEditor: 'The result was not opened',
  insertComment: 'The comment was not inserted',
  showOutput: 'The output was not shown',
  line: 'The line was not shown',
};

/** `isThere`: true if the script's file exists. */
export function notDoneText(
  work: PanelWork,
  { script, isThere, error }: { readonly script: string; readonly isThere: boolean; readonly error: unknown },
): string {
  if (!isThere)
    return `${notDoneWords[work]}: ${visibleName(script)} is no longer there. Restore the file and try again.`;
  const why = shownLine(errorMessage(error), 300).replace(/\.$/, '');
  return `${notDoneWords[work]}: ${why}. Try again; the output channel "Code Mode Log" has more.`;
}
