// Creates the text of `code-mode runs show`. Text of others is marked, shortened and without control characters.
import { setImmediate } from 'node:timers/promises';
import type { JsonValue } from '../../../base/json.ts';
import { stateWords } from '../../../base/callStates.ts';
import { cutValue, errorText, warningText } from '../../../engine/formatting/index.ts';
import {
  whyNotResumable,
  callsText,
  decisionText,
  kindText,
  originText,
  withFraction,
  runTree,
  durationText,
  stageText,
  type RecordedValue,
  type RecordedCall,
  type RecordedOutput,
  type RunRecord,
  type RunSummary,
} from '../../../journal/index.ts';
import { localTime } from '../../../base/text/localTime.ts';
import { shownLine, shownText } from '../../../base/text/plainText.ts';
import { printableJson, shownCode, visibleName } from '../../../base/text/visibleText.ts';
import type { Style } from '../../style.ts';
import { inLine, ourLines, markedLines } from '../../terminal.ts';
import { quotedIn } from '../run.ts';
import type { ReadRecorded } from './recordJson.ts';
import { stringifyExact } from '../../../base/exactJson.ts';

/** Maximum length of a value in characters, in the text of a run and in the text of a single call. */
const [longestInRun, longestAlone] = [4_000, 40_000] as const;
const [mostLines, mostCalls, mostEntries, mostProblems] = [200, 100, 100, 20] as const;

/** Formats a run on an empty page; the text ends with a line break. `all` contains all recorded runs. */
export async function runText(page: Page, record: RunRecord, all: readonly RunSummary[]): Promise<string> {
  const { id, title, args, callList, output, value, errors, warnings, notes, code, state, stages } = record;
  page.ours(`Run ${id}: ${shownLine(title) || 'no title'}`, 'bold');
  for (const line of facts(record)) page.ours(`  ${line}`);
  for (const stage of stages.slice(0, mostProblems)) page.ours(`Stage ${inLine(stageText(stage))}`);
  await page.code(code);
  if (args && !isEmpty(args)) await page.value('Arguments', args, longestInRun);
  if (callList.length > 0) page.calls(callList, runTree(all).calledBy(id));
  if (output.length > 0) await page.output(output);
  for (const note of notes.slice(0, mostProblems)) page.ours(`Note: ${inLine(note)}`);
  for (const warning of warnings.slice(0, mostProblems))
    page.ours(warningText(quotedIn(warning), { reader: 'user' }));
  if (value) await page.value('Result', value, longestInRun, `code-mode runs show ${id} --json has all`);
  else if (state === 'done') page.ours('It returned nothing.');
  for (const error of errors.slice(0, mostProblems))
    page.ours(errorText(quotedIn(error), { reader: 'user' }));
  if (callList.length > 0 && whyNotResumable(record, all, false) === undefined)
    page.ours(`Resume with: code-mode runs resume ${id}`);
  return page.text;
}

/** Formats one call with its values on an empty page; the text ends with a line break. */
export async function recordedCallText(page: Page, call: RecordedCall): Promise<string> {
  const { path, writes, madeAt, sentAt, answeredAt, state, decision, error, input, output, progress } = call;
  page.ours(`Call ${call.call}: ${visibleName(path)}${writes ? ' (can write)' : ''}`, 'bold');
  const times = [
    `made after ${durationText(madeAt)}`,
    ...(sentAt === undefined ? [] : [`sent after ${durationText(sentAt)}`]),
    ...(answeredAt === undefined ? [] : [`answered after ${durationText(answeredAt)}`]),
  ];
  page.ours(`  ${stateWords[state]}: ${times.join(', ')}`);
  if (decision) page.ours(`  ${decision.allowed ? 'allowed by' : 'stopped by'} ${decisionText(decision)}`);
  for (const { at, message } of progress.slice(-mostEntries))
    page.theirs(`… ${shownLine(message, 200)} (${durationText(at)})`);
  if (input) await page.value('Input', input, longestAlone);
  if (error) page.ours(`Failed (${error.code}): ${inLine(error.message)}`);
  if (error) await page.value('Failure', error.failure, longestAlone);
  if (output) await page.value('Output', output, longestAlone);
  return page.text;
}

function isEmpty(args: RecordedValue): boolean {
  return 'v' in args && stringifyExact(args.v) === '{}';
}

function facts(record: RunRecord): readonly string[] {
  const { startedAt, durationMs, state, calls, failedCalls, writes, resumes, parent, notWhole } = record;
  const kind = kindText(record);
  const took = durationMs === undefined ? '' : ` after ${durationText(durationMs)}`;
  return [
    `${state}${kind === undefined ? '' : ` (${kind})`}${took}; began ${localTime(startedAt)}, from ${originText(record)}`,
    `${callsText(calls, failedCalls)}${writes === 0 ? '' : `, ${writes} to tools that can write`}`,
    ...(resumes === undefined ? [] : [`continues run ${resumes}`]),
    ...(parent ? [`a saved script, called by run ${parent.run} (call ${parent.call})`] : []),
    ...(notWhole ? ['its record is not whole: calls may be missing from it'] : []),
  ];
}

/** Styles of the lines of calls, by state. */
const looks: Partial<Record<RecordedCall['state'], keyof Style>> = {
  failed: 'bad',
  denied: 'bad',
  unknown: 'warning',
};

export class Page {
  readonly #read: ReadRecorded;
  readonly #columns: number | undefined;
  readonly #style: Style;
  #parts: string[] = [];

  constructor(read: ReadRecorded, columns: number | undefined, style: Style) {
    this.#read = read;
    this.#columns = columns;
    this.#style = style;
  }

  get text(): string {
    return `${this.#parts.join('\n')}\n`;
  }

  /** Adds a line that this program wrote. */
  ours(line: string, look?: keyof Style): void {
    const text = ourLines(line, this.#columns, this.#style);
    this.#parts.push(look === undefined ? text : this.#style[look](text));
  }

  /** Adds text that a script or a server wrote. */
  theirs(text: string): void {
    this.#parts.push(markedLines(text, this.#columns, this.#style));
  }

  async code(recorded: RecordedValue): Promise<void> {
    const found = await this.#read(recorded);
    this.ours('Code:');
    if (!('value' in found) || typeof found.value !== 'string') {
      this.ours(`  ${'missing' in found ? found.missing : 'It is damaged.'}`);
      return;
    }
    const lines = shownCode(found.value.trimEnd()).split('\n');
    const width = String(lines.length).length;
    this.theirs(
      lines
        .slice(0, mostLines)
        .map((line, index) => `${String(index + 1).padStart(width)}  ${line}`)
        .join('\n'),
    );
    if (lines.length > mostLines) this.ours(`  … ${lines.length - mostLines} more lines; --code has all`);
  }

  /** Adds a value. `more` tells the user how to see the rest of a value that was cut. */
  async value(name: string, recorded: RecordedValue, most: number, more = '--json has all'): Promise<void> {
    const found = await this.#read(recorded);
    this.ours(`${name}:`);
    if ('missing' in found) {
      this.ours(`  ${found.missing}`);
      return;
    }
    const { text, isCut } = await boundedJson(found.value, most);
    this.theirs(text);
    if (isCut) this.ours(`  … cut; ${more}`);
  }

  /** Adds the list of calls. `called` contains the runs of saved scripts that these calls started. */
  calls(calls: readonly RecordedCall[], called: readonly RunSummary[]): void {
    const isBad = ({ state }: RecordedCall) => state !== 'finished';
    const first =
      calls.length <= mostCalls
        ? calls
        : [...calls.filter(isBad), ...calls.filter((call) => !isBad(call))].slice(0, mostCalls);
    const shown = first.toSorted((a, b) => a.call - b.call);
    const width = String(shown.at(-1)?.call ?? 0).length;
    const runs = new Map(called.map((run) => [run.parent?.call, run.id]));
    this.ours(`Calls (--call ${shown[0]?.call ?? 1} shows one with its input and output):`);
    for (const call of shown) {
      const run = runs.get(call.call);
      const line = `${callLine(call)}${run === undefined ? '' : ` (run ${run})`}`;
      this.ours(`  ${String(call.call).padStart(width)}  ${line}`, looks[call.state]);
    }
    if (calls.length > shown.length)
      this.ours(`  … ${calls.length - shown.length} more; --json has all, --call one of them`);
  }

  async output(entries: readonly RecordedOutput[]): Promise<void> {
    this.ours('Output:');
    for (const entry of entries.slice(0, mostEntries)) this.theirs(await this.#entryText(entry));
    if (entries.length > mostEntries) this.ours(`  … ${entries.length - mostEntries} more; --json has all`);
  }

  async #entryText(entry: RecordedOutput): Promise<string> {
    if (entry.kind === 'progress') return `… ${withFraction(shownText(entry.message), entry.fraction)}`;
    const found = await this.#read(entry.kind === 'display' ? entry.block : entry.text);
    if ('missing' in found) return found.missing;
    if (entry.kind === 'display') return `[display] ${(await boundedJson(found.value, 200)).text}`;
    const text = shownText(typeof found.value === 'string' ? found.value : stringifyExact(found.value));
    if (entry.kind === 'forUser') return `${visibleName(entry.path)}: ${text}`;
    return entry.level === 'log' ? text : `[${entry.level}] ${text}`;
  }
}

function callLine({ path, writes, madeAt, answeredAt, state, error }: RecordedCall): string {
  const time = answeredAt === undefined ? '' : ` ${durationText(Math.max(0, answeredAt - madeAt))}`;
  const words =
    state === 'finished' ? '' : ` ${stateWords[state]}${error ? `: ${shownLine(error.message, 200)}` : ''}`;
  return `${visibleName(path)}${writes ? ' (can write)' : ''}${time}${words}`;
}

/** Number of permitted characters per permitted line. A value with more lines is written on one line. */
const charactersOfLine = 50;

/** Formats a value on a few lines or else on one. A long value is shortened at the boundaries of its members. */
async function boundedJson(
  value: JsonValue,
  most: number,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  await setImmediate();
  const cut = cutValue(value, most);
  const text = stringifyExact(cut, 2);
  const isLong = text.split('\n', most).length > most / charactersOfLine;
  return { text: printableJson(isLong ? stringifyExact(cut) : text), isCut: cut !== value };
}
