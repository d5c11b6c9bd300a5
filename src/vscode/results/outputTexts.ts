// What a script put out, as a result panel shows it: the same while the run is on and from its record. Texts of servers and scripts are made safe
// to show.
import type { JsonValue } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { summaryOfBlock, type BlockSummary } from '../../runs/blockSummary.ts';
import type { HeldValue } from '../../runs/heldValue.ts';
import type { RecordedValue } from '../../runs/runEvent.ts';
import type { RecordedOutput } from '../../runs/runRecord.ts';
import type { ValueAnswer, ValueQuery } from '../../runs/valueQueries.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { ConsoleEntry, Display } from '../../webview/result/resultMessages.ts';
import { withFraction } from '../runs/runTexts.ts';

/** Of a text that is displayed. */
const longestDisplay = 20_000;
/** Characters and lines of an entry that are shown; the whole opens as a value. */
const [longestEntry, mostLines] = [10_000, 200] as const;
export const mostEntries = 100_000;

/** `value`: what opens where there is more of it than is shown, or a picture's data. */
export type ShownOutput =
  { readonly entry: ConsoleEntry; readonly value?: HeldValue } | { readonly display: Display; readonly value: HeldValue };

/** A block of `codemode.display`. */
export function displayOf(block: JsonValue): Display {
  return displayOfSummary(summaryOfBlock(block, longestDisplay));
}

function displayOfSummary(summary: BlockSummary): Display {
  if ('mimeType' in summary) return { kind: 'media', label: summary.mimeType };
  if (!('text' in summary)) return { kind: 'value', label: summary.type === undefined ? 'value' : shownLine(summary.type, 60) };
  const more = summary.length - longestDisplay;
  const shown = visibleText(summary.text.toWellFormed());
  return { kind: 'markdown', label: 'text', text: more > 0 ? `${shown}\n\n… ${more.toLocaleString('en-US')} more characters` : shown };
}

/** The text of an entry as it is shown; `opens`: that is not all of it. */
export function shownEntry(text: string): Pick<ConsoleEntry, 'text' | 'opens'> {
  const lines = text.slice(0, longestEntry).split('\n', mostLines + 1);
  const opens = text.length > longestEntry || lines.length > mostLines;
  return { text: visibleText(lines.slice(0, mostLines).join('\n').toWellFormed()), opens };
}

/** Stands in place of all entries that are too many. `rest`: the panel's button for what shows them. */
export function lastEntry(at: number, rest: 'Show Output' | 'Open Trace'): ConsoleEntry {
  const most = mostEntries.toLocaleString('en-US');
  return { at, kind: 'info', text: `More was written than the ${most} entries that are shown here: ${rest} has the rest.`, opens: false };
}

/** All that a record has, in its order. `ask`: of values that have a file of their own, about which the record says nothing. */
export async function recordedOutput(
  output: readonly RecordedOutput[],
  ask: (value: RecordedValue, query: ValueQuery) => Promise<ValueAnswer>,
): Promise<readonly ShownOutput[]> {
  const slice = new TimeSlice();
  const shown: ShownOutput[] = [];
  for (const one of output.slice(0, mostEntries)) {
    shown.push(await shownOutput(one, ask));
    if (slice.isOver) await slice.yieldIfOver();
  }
  const more = output[mostEntries];
  if (more) shown.push({ entry: lastEntry(more.at, 'Open Trace') });
  return shown;
}

async function shownOutput(output: RecordedOutput, ask: Parameters<typeof recordedOutput>[1]): Promise<ShownOutput> {
  const { at } = output;
  if (output.kind === 'display') {
    const { block } = output;
    const answer = await ask(block, { kind: 'block', most: longestDisplay });
    return { display: displayOfSummary(answer.kind === 'block' ? answer : { type: undefined }), value: block };
  }
  if (output.kind === 'progress') {
    const text = withFraction(shownLine(output.message, 200), output.fraction);
    return { entry: { at, kind: 'progress', text, opens: false } };
  }
  const kind = output.kind === 'log' ? output.level : 'forUser';
  const from = output.kind === 'forUser' ? `${visibleName(output.path)}: ` : '';
  const answer = await ask(output.text, { kind: 'text', path: [], most: longestEntry + 1 });
  if (answer.kind !== 'text') return { entry: { at, kind, text: `${from}Not recorded`, opens: false } };
  const entry = shownEntry(answer.text);
  const line = output.kind === 'log' && output.line !== undefined ? { line: output.line } : {};
  return { entry: { at, kind, text: from + entry.text, opens: entry.opens, ...line }, ...(entry.opens && { value: output.text }) };
}
