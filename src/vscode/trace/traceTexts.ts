// What a trace says of a run and its calls: pure, so that it is tested without an editor. Texts of servers and scripts are made safe to show.
import type { CallDecision } from '../../engine/runJournal.ts';
import type { RunError } from '../../engine/runOutcome.ts';
import type { RecordedCall, RecordedOutput, RunRecord, RunSummary } from '../../runs/runRecord.ts';
import type { RecordedValue } from '../../runs/runEvent.ts';
import { durationText } from '../../runs/timeAxis.ts';
import { barWords, doorWords, runWords, stageText } from '../../runs/traceWords.ts';
import { counted } from '../../base/text/counted.ts';
import { shownLine, shownText } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { Fact, Problem, Tone } from '../../webview/base/headMessages.ts';
import type { RunAction, ShownValue, TraceEntry, TraceHead } from '../../webview/trace/traceMessages.ts';
import { sentence } from '../labelText.ts';
import { withFraction } from '../runs/runTexts.ts';
import { tokensText } from '../views/rowTexts.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const longestEntry = 500;
const mostProblems = 50;

export const tones: Readonly<Record<RunSummary['state'], Tone>> = {
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
  denied: 'plain',
  running: 'busy',
  interrupted: 'warning',
};

export function titleOf({ title }: Pick<RunSummary, 'title'>): string {
  return shownLine(title, 100) || 'Run';
}

/** `chat`, `script .code-mode/report.ts` */
export function originText({ door, name }: Pick<RunSummary, 'door' | 'name'>): string {
  return name === undefined ? doorWords[door] : `${doorWords[door]} ${visibleName(name)}`;
}

export function headOf(record: RunRecord, actions: readonly RunAction[]): TraceHead {
  return {
    id: record.id,
    title: titleOf(record),
    state: `${sentence(runWords[record.state])}${record.dryRun ? ' (dry run)' : record.debug ? ' (debug run)' : ''}`,
    tone: tones[record.state],
    facts: factsOf(record),
    actions,
    errors: record.errors.slice(0, mostProblems).map(problemOf),
    warnings: record.warnings.slice(0, mostProblems).map(problemOf),
    notes: [...record.stages.map(stageText), ...record.notes].slice(0, mostProblems).map((note) => shownText(note)),
    values: [
      shownValue('Result', record.value, { of: 'value', n: 0 }, resultNote(record)),
      shownValue('Arguments', record.args, { of: 'args', n: 0 }, 'none'),
    ],
  };
}

/** Of a run that is not recorded any more. */
export function goneHead(id: string): TraceHead {
  const message = 'This run is no longer recorded: it was deleted, or is older than codeMode.runs keeps.';
  return {
    id,
    title: 'Run',
    state: 'Gone',
    tone: 'plain',
    facts: [],
    actions: [],
    errors: [{ message }],
    warnings: [],
    notes: [],
    values: [],
  };
}

/** `12 calls, 3 failed` */
export function callsText(calls: number, failed: number): string {
  return `${counted(calls, 'call')}${failed === 0 ? '' : `, ${failed.toLocaleString('en-US')} failed`}`;
}

function factsOf(record: RunRecord): readonly Fact[] {
  const { startedAt, durationMs, calls, failedCalls, writes, tokens, resumes, parent, script, id } = record;
  return [
    { name: 'From', text: originText(record) },
    { name: 'Started', text: new Date(startedAt).toLocaleString() },
    ...(durationMs === undefined ? [] : [{ name: 'Duration', text: durationText(durationMs) }]),
    { name: 'Calls', text: callsText(calls, failedCalls) },
    ...(writes === 0 ? [] : [{ name: 'Writes', text: `${counted(writes, 'call')} to tools that can write` }]),
    ...(tokens ? [{ name: 'Tokens of code and result', text: tokensText(tokens.code + tokens.result) }] : []),
    ...(resumes === undefined ? [] : [{ name: 'Continues', text: `continues ${resumes}` }]),
    ...(parent ? [{ name: 'Called by', text: `run ${parent.run}, its call ${parent.call.toLocaleString('en-US')}` }] : []),
    ...(script?.catalog === undefined ? [] : [{ name: 'Hash of the tools that its code names', text: `tools ${script.catalog}` }]),
    { name: 'Run', text: id },
  ];
}

/** `isHere`: it runs in this window. */
export function usableActions({ state, door, script, conditions, dryRun }: RunRecord, isHere: boolean): readonly RunAction[] {
  if (state === 'running') return isHere ? ['cancel'] : [];
  const began = script !== undefined && conditions !== undefined;
  const isOver = state === 'done' || dryRun;
  // The tools of its chat are not there outside of it.
  const isOfChat = door === 'provider';
  return [
    ...(isOver || isOfChat ? [] : (['resume'] as const)),
    ...(began && !dryRun ? (['replay'] as const) : []),
    ...(isOfChat ? [] : (['runAgain', 'saveAsScript'] as const)),
    'export',
  ];
}

function problemOf({ message, hint, position }: RunError): Problem {
  return {
    message: shownText(message),
    ...(hint !== undefined && { hint: shownText(hint) }),
    ...(position && { line: position.line, column: position.column }),
  };
}

function resultNote({ state }: RunRecord): string {
  if (state === 'running') return 'none yet: the script is running';
  return state === 'done' ? 'none: the script returned nothing' : 'none';
}

function shownValue(name: string, value: RecordedValue | undefined, source: Required<ShownValue>['source'], note: string): ShownValue {
  return value === undefined ? { name, note } : { name, source };
}

/** `lines`: those that may have made it. */
export function callFacts(call: RecordedCall, lines: readonly number[]): readonly Fact[] {
  const { path, writes, madeAt, sentAt, answeredAt, decision, progress, state } = call;
  const last = progress.at(-1);
  const at = (from: number, to: number | undefined) => (to === undefined ? 'not over' : durationText(Math.max(0, to - from)));
  return [
    { name: 'Tool', text: `${visibleName(path)}${writes ? ', can write' : ''}` },
    { name: 'State', text: barWords[state] },
    ...(lines.length === 0 ? [] : [{ name: 'Line', text: linesText(lines) }]),
    { name: 'Made', text: `after ${durationText(madeAt)}` },
    ...(sentAt === undefined ? [] : [{ name: 'Time', text: `${at(madeAt, sentAt)} waiting, ${at(sentAt, answeredAt)} at the server` }]),
    ...(decision ? [{ name: decision.allowed ? 'Allowed by' : 'Stopped by', text: decisionText(decision) }] : []),
    ...(last ? [{ name: 'Progress', text: shownLine(last.message, 200) }] : []),
  ];
}

function linesText([first, ...others]: readonly number[]): string {
  return others.length === 0 ? String(first) : `one of ${[first, ...others].join(', ')}: the code calls this tool in several places`;
}

const decisions: Readonly<Record<CallDecision['by'], string>> = {
  readOnly: 'nothing needed: the tool only reads',
  rule: 'an approval rule',
  user: 'you, in this run',
  consent: 'an approval that you gave before',
  option: 'an option of the command',
  unavailable: 'there was no way to ask',
  dryRun: 'the dry run',
  record: 'the record of the run that this one continues',
  client: "the editor's own confirmation",
};

function decisionText({ by, detail }: CallDecision): string {
  return `${decisions[by]}${detail === undefined ? '' : `: ${shownLine(detail, 300)}`}`;
}

/** `record`: as it is, so that what is there can be asked for. */
export function callValues(call: RecordedCall): readonly ShownValue[] {
  const { input, output, error, call: n, answeredAt } = call;
  const failure: ShownValue | undefined = error && { name: 'Failure', source: { of: 'failure', n } };
  const note = answeredAt === undefined ? 'none yet' : 'none';
  return [
    shownValue('Input', input, { of: 'input', n }, 'none'),
    ...(failure ? [failure] : [shownValue('Output', output, { of: 'output', n }, note)]),
  ];
}

export function callProblem({ error }: RecordedCall): string | undefined {
  return error && shownText(error.message);
}

export function entryOf(entry: RecordedOutput): TraceEntry {
  const { at } = entry;
  switch (entry.kind) {
    case 'log':
      return { at, kind: entry.level, ...textOf(entry.text), ...(entry.line !== undefined && { line: entry.line }) };
    case 'forUser': {
      const { text, opens } = textOf(entry.text);
      return { at, kind: 'forUser', text: `${visibleName(entry.path)}: ${text}`, opens };
    }
    case 'display':
      return { at, kind: 'display', text: blockText(entry.block), opens: true };
    case 'progress':
      return { at, kind: 'progress', text: withFraction(shownLine(entry.message, longestEntry), entry.fraction) };
  }
}

function textOf(value: RecordedValue): { readonly text: string; readonly opens: boolean } {
  if (!('v' in value))
    return { text: 'file' in value ? `long text, ${counted(value.bytes, 'byte')}` : 'not recorded', opens: 'file' in value };
  const text = typeof value.v === 'string' ? value.v : stringifyExact(value.v);
  return { text: shownLine(text, longestEntry), opens: text.length > longestEntry || text.includes('\n') };
}

function blockText(value: RecordedValue): string {
  if (!('v' in value)) return counted(value.bytes, 'byte');
  const block = value.v;
  if (typeof block !== 'object' || block === null || !('type' in block)) return 'a block';
  const kind = 'mimeType' in block ? block.mimeType : block.type;
  return typeof kind === 'string' ? shownLine(kind, 100) : 'a block';
}
