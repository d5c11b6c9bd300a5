// Builds the rows about the calls and data that scripts spared the models of this workspace. The module is pure.
import {
  sizeText,
  doorNames,
  hasSpared,
  idleSentences,
  type UsageRow,
  type UsageTotals,
} from '../../engine/index.ts';
import { counted } from '../../base/text/counted.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { RowText } from './rowTexts.ts';
import { tokensText } from '../labelText.ts';

export interface UsageRowText {
  readonly text: RowText;
  readonly children: readonly UsageRowText[];
}

/** Returns the rows; none if nothing was counted. */
export function usageRows(totals: UsageTotals): readonly UsageRowText[] {
  if (totals.sessions === 0) return [];
  const doors = totals.doors.map((row) => ({
    text: rowOf(doorNames[row.door], row, 'comment-discussion'),
    children: [],
  }));
  const servers = totals.servers.map(({ name, calls, bytes }) => ({
    text: {
      label: visibleName(name),
      description: `${counted(calls, 'call')} · ${sizeText(bytes)}`,
      icon: 'plug',
      context: 'usage',
      tooltip: [`${counted(calls, 'call')} of scripts, whose answers have ${sizeText(bytes)}.`],
    },
    children: [],
  }));
  const hint = idleHint(totals);
  const text = rowOf('Usage', totals, 'graph');
  return [
    {
      text: { ...text, tooltip: [...text.tooltip, ...(hint === undefined ? [] : [hint])] },
      children: [...doors, ...servers],
    },
  ];
}

/** Returns for instance `saved 37 calls, 1.2 MB, ≈38.0k tokens`, without the parts that are zero. */
export function savedText(row: UsageRow): string {
  if (!hasSpared(row)) return 'saved nothing';
  const { sparedCalls, unreadBytes, definitions } = row;
  const parts = [
    ...(sparedCalls > 0 ? [counted(sparedCalls, 'call')] : []),
    ...(unreadBytes > 0 ? [sizeText(unreadBytes)] : []),
    ...(definitions > 0 ? [tokensText(definitions)] : []),
  ];
  return `saved ${parts.join(', ')}`;
}

/** Returns the counts of a row in sentences. */
export function savedSentences({
  requests,
  sparedCalls,
  unreadBytes,
  definitions,
}: UsageRow): readonly string[] {
  return [
    `${counted(requests, 'request')} called Code Mode. ${counted(sparedCalls, 'call')} of scripts did not go through the model, which did not read ${sizeText(unreadBytes)} of their answers.`,
    ...(definitions === 0 ? [] : [definitionsSentence(definitions)]),
  ];
}

/** Returns `idleSentences` as one text; undefined if there are none. */
export function idleHint(totals: UsageTotals): string | undefined {
  return idleSentences(totals).join(' ') || undefined;
}

function definitionsSentence(definitions: number): string {
  const tokens = tokensText(Math.abs(definitions));
  return `With models that do not search tools, definitions took an estimated ${tokens} ${definitions > 0 ? 'less' : 'more'}.`;
}

function rowOf(label: string, row: UsageRow, icon: string): RowText {
  return {
    label,
    description: `${savedText(row)} · ${counted(row.requests, 'request')}`,
    icon,
    context: 'usage',
    tooltip: savedSentences(row),
  };
}
