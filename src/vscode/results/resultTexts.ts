// What a result panel says of a run: pure. Texts of servers and scripts are made safe to show.
import type { JsonValue } from '../../catalog/json.ts';
import { isJsonObject } from '../../catalog/json.ts';
import { forReader } from '../../engine/formatting/advice.ts';
import type { RunError } from '../../engine/runOutcome.ts';
import type { RecordedOutput } from '../../runs/runRecord.ts';
import { durationText } from '../../runs/timeAxis.ts';
import { runWords } from '../../runs/traceWords.ts';
import { mediaOf } from '../../runs/valueShape.ts';
import { localClock } from '../../text/localTime.ts';
import { shownLine, shownText } from '../../text/plainText.ts';
import { visibleName, visibleText } from '../../text/visibleText.ts';
import type { Problem } from '../../webview/base/headMessages.ts';
import type { ConsoleEntry, Display, ResultAction, ResultHead } from '../../webview/result/resultMessages.ts';
import { sentence } from '../labelText.ts';
import { tones } from '../trace/traceTexts.ts';
import type { ScriptRun } from './scriptRun.ts';

const mostProblems = 50;
/** Of a text that is displayed. */
const longestDisplay = 20_000;

/** `.code-mode/report.ts` */
interface HeadParts {
  readonly script: string;
  readonly title: string;
  readonly runs: readonly ScriptRun[];
  /** Another run of the script can be compared with this one. */
  readonly canCompare: boolean;
}

export function headOf(run: ScriptRun, { script, title, runs, canCompare }: HeadParts): ResultHead {
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
      ...(run.calls.size === 0 ? [] : [{ name: 'Calls', text: callsText(run) }]),
      ...(run.isOn && run.progress !== undefined ? [{ name: 'Progress', text: run.progress }] : []),
    ],
    actions: actionsOf(run, canCompare),
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
  return `${localClock(run.startedAt)} ${runWords[run.state]}${took}${run.isReplay ? ', replay' : ''}`;
}

function stateOf(run: ScriptRun): string {
  const kinds = [...(run.isDryRun ? ['dry run'] : []), ...(run.isReplay ? ['replay'] : [])];
  return `${sentence(runWords[run.state])}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

function callsText({ calls, failedCalls }: ScriptRun): string {
  const failed = failedCalls === 0 ? '' : `, ${failedCalls.toLocaleString('en-US')} failed`;
  return `${calls.size.toLocaleString('en-US')} ${calls.size === 1 ? 'call' : 'calls'}${failed}`;
}

function actionsOf(run: ScriptRun, canCompare: boolean): readonly ResultAction[] {
  const recorded: readonly ResultAction[] = run.recordId === undefined ? [] : ['openTrace'];
  if (run.isOn) return ['stop', ...recorded, 'showOutput'];
  return [
    'run',
    ...(run.recordId === undefined || run.isDryRun ? [] : (['replay'] as const)),
    run.isPinned ? 'unpin' : 'pin',
    ...(canCompare && run.value !== undefined ? (['compare'] as const) : []),
    ...(run.value === undefined ? [] : (['insertComment'] as const)),
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

/** A block of `codemode.display`. */
export function displayOf(block: JsonValue): Display {
  const media = mediaOf(block);
  if (media) return { kind: 'media', label: media.mimeType };
  const text = textOf(block);
  if (text === undefined)
    return { kind: 'value', label: isJsonObject(block) && typeof block['type'] === 'string' ? shownLine(block['type'], 60) : 'value' };
  const more = text.length - longestDisplay;
  const shown = visibleText(text.slice(0, longestDisplay).toWellFormed());
  return { kind: 'markdown', label: 'text', text: more > 0 ? `${shown}\n\n… ${more.toLocaleString('en-US')} more characters` : shown };
}

function textOf(block: JsonValue): string | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, text, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource' && resource !== undefined && isJsonObject(resource) && typeof resource['text'] === 'string')
    return resource['text'];
  return undefined;
}

type Line = Exclude<RecordedOutput, { readonly kind: 'display' }>;

/** Of a record, as while the run was on. */
export function recordedEntry(output: Line): ConsoleEntry {
  const { at } = output;
  if (output.kind === 'progress') {
    const part = output.fraction === undefined ? '' : ` (${Math.round(output.fraction * 100)}%)`;
    return { at, kind: 'progress', text: `${shownLine(output.message, 200)}${part}`, opens: false };
  }
  const kind = output.kind === 'log' ? output.level : 'forUser';
  const from = output.kind === 'forUser' ? `${visibleName(output.path)}: ` : '';
  const { text } = output;
  if (!('v' in text)) return { at, kind, text: 'file' in text ? `${from}A long text` : 'Not recorded', opens: 'file' in text };
  return { at, kind, text: `${from}${visibleText(String(text.v).toWellFormed())}`, opens: false };
}
