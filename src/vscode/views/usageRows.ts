// Builds the rows about the calls and data that scripts spared the models of this workspace. The module is pure.
import * as l10n from '@vscode/l10n';
import { sizeText } from '../../engine/formatting/index.ts';
import { doorNames, hasSpared, idleSentences, type UsageRow, type UsageTotals } from '../../engine/index.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { RowText } from './rowTexts.ts';
import { callCountText, requestCountText, tokensText } from '../labelText.ts';

export interface UsageRowText {
  readonly text: RowText;
  readonly children: readonly UsageRowText[];
}

/** Returns the rows; none if nothing was counted. */
export function usageRows(totals: UsageTotals): readonly UsageRowText[] {
  if (totals.sessions === 0) return [];
  const doors = totals.doors.map((row) => rowOf(doorNames[row.door], row, 'comment-discussion'));
  const servers = totals.servers.map(({ name, calls, bytes }): RowText => ({
    label: visibleName(name),
    description: `${callCountText(calls)} · ${sizeText(bytes)}`,
    icon: 'plug',
    context: 'usage',
    tooltip: [l10n.t('{0} of scripts, whose answers have {1}.', callCountText(calls), sizeText(bytes))],
  }));
  const hint = idleHint(totals);
  const text = rowOf(l10n.t('Usage'), totals, 'graph');
  return [
    {
      text: { ...text, tooltip: [...text.tooltip, ...(hint === undefined ? [] : [hint])] },
      children: [...doors, ...servers].map((row) => ({ text: row, children: [] })),
    },
  ];
}

/** Returns for instance `saved 37 calls, 1.2 MB, ≈38.0k tokens`, without the parts that are zero. */
export function savedText(row: UsageRow): string {
  if (!hasSpared(row)) return l10n.t('saved nothing');
  const { sparedCalls, unreadBytes, definitions } = row;
  const parts = [
    ...(sparedCalls > 0 ? [callCountText(sparedCalls)] : []),
    ...(unreadBytes > 0 ? [sizeText(unreadBytes)] : []),
    ...(definitions > 0 ? [tokensText(definitions)] : []),
  ];
  return l10n.t('saved {0}', parts.join(', '));
}

/** Returns the counts of a row in sentences. */
export function savedSentences(row: UsageRow): readonly string[] {
  const { requests, sparedCalls, unreadBytes, definitions } = row;
  return [
    l10n.t(
      '{0} called Code Mode. {1} of scripts did not go through the model, which did not read {2} of their answers.',
      requestCountText(requests),
      callCountText(sparedCalls),
      sizeText(unreadBytes),
    ),
    ...(definitions === 0 ? [] : [definitionsSentence(definitions)]),
  ];
}

/** Returns `idleSentences` as one text; undefined if there are none. */
export function idleHint(totals: UsageTotals): string | undefined {
  return idleSentences(totals).join(' ') || undefined;
}

function definitionsSentence(definitions: number): string {
  const tokens = tokensText(Math.abs(definitions));
  return l10n.t(
    'With models that do not search tools, definitions took an estimated {0} {1}.',
    tokens,
    definitions > 0 ? 'less' : 'more',
  );
}

function rowOf(label: string, row: UsageRow, icon: string): RowText {
  return {
    label,
    description: `${savedText(row)} · ${requestCountText(row.requests)}`,
    icon,
    context: 'usage',
    tooltip: savedSentences(row),
  };
}
