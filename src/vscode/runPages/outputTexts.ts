// Builds the outputs of a script for the pages about a run, in the same form during the run and from its record. Texts
// of servers and scripts are escaped for display.
import * as l10n from '@vscode/l10n';
import { grouped } from '../../base/text/counted.ts';
import type { JsonValue } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import {
  summaryOfBlock,
  type BlockSummary,
  type HeldValue,
  type ValueAnswer,
  type ValueQuery,
} from '../../journal/values/index.ts';
import {
  withFraction,
  type RecordedValue,
  type RecordedOutput,
  type OutputEntry,
} from '../../journal/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { Display } from '../pages/run/runMessages.ts';

/** Maximum length of a displayed text in characters. */
const longestDisplay = 20_000;
/** Maximum characters and lines of an entry that the page shows; the whole entry opens as a value. */
const [longestEntry, mostLines] = [10_000, 200] as const;
export const mostEntries = 100_000;

/** `value`: the whole text of an entry that the page cuts, or the data of a display. */
type ShownOutput =
  | { readonly entry: OutputEntry; readonly value?: HeldValue }
  | { readonly display: Display; readonly value: HeldValue };

/** Reads values that have a file of their own and are not in the record. */
export type AskRecorded = (value: RecordedValue, query: ValueQuery) => Promise<ValueAnswer>;

/** Returns the display for a block of `codemode.display`. */
export function displayOf(block: JsonValue): Display {
  return displayOfSummary(summaryOfBlock(block, longestDisplay));
}

function displayOfSummary(summary: BlockSummary): Display {
  if ('mimeType' in summary) return { kind: 'media', label: summary.mimeType };
  if (!('text' in summary))
    return { kind: 'value', label: summary.type === undefined ? 'value' : shownLine(summary.type, 60) };
  const more = summary.length - longestDisplay;
  const shown = visibleText(summary.text.toWellFormed());
  return {
    kind: 'markdown',
    label: 'text',
    text: more > 0 ? l10n.t('{0}\n\n… {1} more characters', shown, grouped(more)) : shown,
  };
}

/** Cuts and escapes the text of an entry. `opens`: true if it is only the beginning of the entry. */
export function shownEntry(text: string): Pick<OutputEntry, 'text' | 'opens'> {
  const lines = text.slice(0, longestEntry).split('\n', mostLines + 1);
  const opens = text.length > longestEntry || lines.length > mostLines;
  return { text: visibleText(lines.slice(0, mostLines).join('\n').toWellFormed()), opens };
}

/** Formats a script's progress report. */
export function progressText(message: string, fraction: number | undefined): string {
  return withFraction(shownLine(message, 200), fraction);
}

/** Replaces the entries beyond the limit. `rest`: the button of the page that leads to the rest. */
export function lastEntry(at: number, rest: string): OutputEntry {
  const most = grouped(mostEntries);
  return {
    at,
    kind: 'info',
    text: l10n.t('More was written than the {0} entries that are shown here: {1} has the rest.', most, rest),
    opens: false,
  };
}

/** Returns the outputs of a record from index `from` on, in order. */
export async function recordedOutput(output: readonly RecordedOutput[], from: number, ask: AskRecorded) {
  const slice = new TimeSlice();
  const shown: ShownOutput[] = [];
  for (const one of output.slice(from, mostEntries)) {
    shown.push(await shownOutput(one, ask));
    if (slice.isOver) await slice.yieldIfOver();
  }
  const more = from <= mostEntries ? output[mostEntries] : undefined;
  if (more) shown.push({ entry: lastEntry(more.at, l10n.t('Export')) });
  return shown;
}

async function shownOutput(output: RecordedOutput, ask: AskRecorded): Promise<ShownOutput> {
  if (output.kind === 'display') {
    const { block } = output;
    const answer = await ask(block, { kind: 'block', most: longestDisplay });
    return {
      display: displayOfSummary(answer.kind === 'block' ? answer : { type: undefined }),
      value: block,
    };
  }
  const { at } = output;
  if (output.kind === 'progress') {
    const text = progressText(output.message, output.fraction);
    return { entry: { at, kind: 'progress', text, opens: false } };
  }
  const answer = await ask(output.text, { kind: 'text', path: [], most: longestEntry + 1 });
  const shown =
    answer.kind === 'text' ? shownEntry(answer.text) : { text: l10n.t('Not recorded'), opens: false };
  const value = shown.opens && { value: output.text };
  if (output.kind === 'forUser')
    return {
      entry: { at, kind: 'forUser', ...shown, text: `${visibleName(output.path)}: ${shown.text}` },
      ...value,
    };
  const { level, line } = output;
  return { entry: { at, kind: level, ...shown, ...(line !== undefined && { line }) }, ...value };
}
