// What the view says of the tokens that chats and clients of this workspace spent, and ordinary tools would have: pure.
import { doorNames, type UsageRow, type UsageTotals } from '../../engine/usage/usageTotals.ts';
import { visibleName } from '../../text/visibleText.ts';
import { tokensText, type RowText } from './rowTexts.ts';

export interface UsageRowText {
  readonly text: RowText;
  readonly children: readonly UsageRowText[];
}

/** None where nothing was counted. */
export function usageRows(totals: UsageTotals): readonly UsageRowText[] {
  if (totals.sessions === 0) return [];
  const doors = totals.doors.map((row) => ({ text: rowOf(doorNames[row.door], row, 'comment-discussion'), children: [] }));
  const servers = totals.servers.map(({ name, calls, exchanged }) => ({
    text: {
      label: visibleName(name),
      description: `${calls === 1 ? '1 call' : `${calls} calls`} · ${tokensText(exchanged)} kept out of chats`,
      icon: 'plug',
      context: 'usage',
      tooltip: [`Inputs and answers of its calls in scripts: ${tokensText(exchanged)}, which ordinary tools would have put into the chat.`],
    },
    children: [],
  }));
  const hint = costHint(totals);
  const text = rowOf('Tokens', totals, 'graph');
  return [{ text: { ...text, tooltip: [...text.tooltip, ...(hint === undefined ? [] : [hint])] }, children: [...doors, ...servers] }];
}

/** `≈120k tokens saved`, or what Code Mode cost more. */
export function savedText({ saved }: UsageRow): string {
  return saved >= 0 ? `saved ${tokensText(saved)}` : `cost ${tokensText(-saved)} more`;
}

/** What to do where ordinary tools would have cost less. */
export function costHint({ saved, costlier, sessions }: UsageTotals): string | undefined {
  if (costlier === 0) return undefined;
  const where = `In ${costlier} of ${sessions} sessions ordinary tools would have cost less.`;
  return saved < 0 ? `${where} For a few small tools, set codeMode.mode to "tools".` : where;
}

function rowOf(label: string, row: UsageRow, icon: string): RowText {
  const { requests, sent, asTools } = row;
  const counted = requests === 1 ? '1 request' : `${requests} requests`;
  return {
    label,
    description: `${savedText(row)} · ${counted}`,
    icon,
    context: 'usage',
    tooltip: [
      `${counted} that called Code Mode: ${tokensText(sent)} with it, ${tokensText(asTools)} as ordinary tools at least.`,
      'Requests of other agents may have carried the definitions of tools as well: these are not counted there.',
    ],
  };
}
