// What a result panel says of a run: pure.
import { forReader } from '../../engine/formatting/advice.ts';
import type { RunError } from '../../engine/runOutcome.ts';
import { durationText } from '../../runs/timeAxis.ts';
import { runWords } from '../../runs/traceWords.ts';
import { localClock } from '../../base/text/localTime.ts';
import { shownLine, shownText } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { Problem } from '../../webview/base/headMessages.ts';
import type { ResultAction, ResultHead } from '../../webview/result/resultMessages.ts';
import { sentence } from '../labelText.ts';
import { callsText, tones } from '../trace/traceTexts.ts';
import type { ScriptRun } from './scriptRun.ts';
import { errorMessage } from '../../base/errorMessage.ts';

const mostProblems = 50;

/** `.code-mode/report.ts` */
interface HeadParts {
  readonly script: string;
  readonly title: string;
  readonly runs: readonly ScriptRun[];
}

export function headOf(run: ScriptRun, { script, title, runs }: HeadParts): ResultHead {
  return {
    script,
    run: run.number,
    runs: runs.map((one) => ({ run: one.number, label: labelOf(one), isPinned: one.isPinned })),
    title: visibleName(title),
    state: stateOf(run),
    tone: tones[run.state],
    facts: [
      { name: 'Started', text: localClock(run.startedAt) },
      ...(run.durationMs === undefined ? [] : [{ name: 'Duration', text: durationText(run.durationMs) }]),
      ...(run.calls.size === 0 ? [] : [{ name: 'Calls', text: callsText(run.calls.size, run.failedCalls) }]),
      ...(run.isOn && run.progress !== undefined ? [{ name: 'Progress', text: run.progress }] : []),
    ],
    actions: actionsOf(run),
    errors: run.errors.slice(0, mostProblems).map(problemOf),
    warnings: run.warnings.slice(0, mostProblems).map(problemOf),
    notes: run.notes.slice(0, mostProblems).map((note) => shownText(note)),
    hasValue: run.value !== undefined,
    noValue: run.isOn
      ? 'No result yet: the script is running.'
      : run.state === 'done'
        ? 'The script returned nothing.'
        : 'There is no result.',
  };
}

/** `14:05:59 finished, 1.2 s` */
export function labelOf(run: ScriptRun): string {
  const took = run.durationMs === undefined ? '' : `, ${durationText(run.durationMs)}`;
  return `${localClock(run.startedAt)} ${runWords[run.state]}${took}${run.of === 'script' ? '' : `, ${run.of}`}`;
}

function stateOf(run: ScriptRun): string {
  const kinds = [...(run.isDryRun ? ['dry run'] : []), ...(run.of === 'script' ? [] : [run.of])];
  return `${sentence(runWords[run.state])}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

function actionsOf(run: ScriptRun): readonly ResultAction[] {
  const recorded: readonly ResultAction[] = run.recordId === undefined ? [] : ['openTrace'];
  if (run.isOn) return ['stop', ...recorded, 'showOutput'];
  return [
    'run',
    // The script is not what the record of a selection is of.
    ...(run.recordId === undefined || run.isDryRun || run.of === 'selection' ? [] : (['replay'] as const)),
    run.isPinned ? 'unpin' : 'pin',
    ...(run.value === undefined ? [] : (['compare', 'openInEditor', 'insertComment'] as const)),
    ...recorded,
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

/** What a button or a link of the panel asks for. */
export type PanelWork = Exclude<ResultAction, 'pin' | 'unpin'> | 'line';

const notDoneWords: Readonly<Record<PanelWork, string>> = {
  run: 'The script was not run',
  stop: 'The script was not stopped',
  replay: 'The run was not replayed',
  compare: 'The results were not compared',
  openInEditor: 'The result was not opened',
  insertComment: 'The comment was not inserted',
  openTrace: 'The trace was not opened',
  showOutput: 'The output was not shown',
  line: 'The line was not shown',
};

/** `isThere`: the script's file. */
export function notDoneText(
  work: PanelWork,
  { script, isThere, error }: { readonly script: string; readonly isThere: boolean; readonly error: unknown },
): string {
  if (!isThere) return `${notDoneWords[work]}: ${visibleName(script)} is no longer there. Restore the file and try again.`;
  const why = shownLine(errorMessage(error), 300).replace(/\.$/, '');
  return `${notDoneWords[work]}: ${why}. Try again; the output channel "Code Mode Log" has more.`;
}
