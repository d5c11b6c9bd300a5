// Lists the calls that a dry run did not send: each with its number, which later arguments show in place of its result,
// with the lines that name its tool, and with its arguments as logs show them.
import { shownValue } from '../../base/text/shownValue.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { flatCalls, type FlatCall, type RunOutcome } from '../runOutcome.ts';
import type { Reader } from './advice.ts';
import { linesText } from './quotedLine.ts';
import { callCounts, endsOf } from './receipt.ts';

interface DryRunTextOptions {
  /** The reader of the text; default `model`. */
  readonly reader?: Reader;
  /** Maximum length in characters, which decides how much detail is shown; default 6,000. */
  readonly room?: number;
}

const defaultRoom = 6_000;
/** Number of calls with a line of their own and length of their arguments, from the most detail to the least. */
const details = [
  { lines: 100, width: 1_000 },
  { lines: 60, width: 300 },
  { lines: 40, width: 140 },
  { lines: 20, width: 90 },
  { lines: 8, width: 60 },
  { lines: 2, width: 30 },
] as const;
const mostPlaces = 3;

/** Returns a text of at most about `room` characters; empty if the run was not a dry run. */
export function dryRunText(
  { dryRun, calls }: RunOutcome,
  { reader = 'model', room = defaultRoom }: DryRunTextOptions = {},
): string {
  if (dryRun === undefined) return '';
  const unsent = flatCalls(calls).filter(({ state }) => state === 'dry_run');
  const next =
    reader === 'model' && dryRun === 'chosen'
      ? ['The user chose a dry run: rerun the script only when they ask for it.']
      : [];
  if (unsent.length === 0) return ['Dry run: no call that can write.', ...next].join('\n');
  const head = `Dry run: nothing was written. ${unsent.length === 1 ? '1 call was' : `${unsent.length} calls were`} not sent:`;
  let text = '';
  for (const { lines, width } of details) {
    text = [head, ...callLines(unsent, lines, width), ...next].join('\n');
    if (text.length <= room) return text;
  }
  return text;
}

function callLines(calls: readonly FlatCall[], most: number, width: number): readonly string[] {
  const lineOf = (call: FlatCall) => callLine(call, width);
  const { first, hidden, last } = endsOf(calls, most);
  const more = hidden.length > 0 ? [`  … ${hidden.length} more: ${callCounts(hidden)}`] : [];
  return [...first.map(lineOf), ...more, ...last.map(lineOf)];
}

function callLine({ sequence, path, input, lines = [], writes, within }: FlatCall, width: number): string {
  const given = input === undefined ? '' : shownValue(input, width, false);
  const place = lines.length === 0 ? '' : `, ${linesText(lines, mostPlaces)}`;
  const where = within === undefined ? '' : ` of ${visibleName(within)}`;
  return `  ${sequence}. ${visibleName(path)}(${given})${place}${where}${writes ? '' : ' (only reads, needs a result)'}`;
}
