// Describes a call in words, for screen readers and tooltips. The functions are pure.
import * as l10n from '@vscode/l10n';
import { durationText } from '../../../journal/trace/timeAxis.ts';
import type { CallBar } from '../../../journal/trace/runView.ts';
import { barWords } from '../../../journal/trace/runWords.ts';
import type { RunData } from './runData.ts';

/** Returns `line 12`, `line 12 or 14` or `line 12, 14 or 20`. */
function linesText(lines: readonly number[]): string | undefined {
  const [last, ...before] = [...lines].reverse();
  if (last === undefined) return undefined;
  return before.length === 0
    ? l10n.t('line {0}', last)
    : l10n.t('line {0} or {1}', before.reverse().join(', '), last);
}

/** Returns a text such as `getForecast of weather, failed: no such city, 412 ms, line 12`. */
export function barLabel(data: RunData, bar: CallBar): string {
  const tool = data.toolOf(bar);
  const server = data.frame.lanes[tool?.lane ?? -1]?.server;
  const state = `${barWords[bar.state]}${bar.message === undefined ? '' : `: ${bar.message}`}`;
  const took = durationText(Math.max(0, data.endOf(bar) - bar.madeAt));
  return [l10n.t('{0} of {1}', tool?.name ?? '', server ?? ''), state, took, linesText(tool?.lines ?? [])]
    .filter((part) => part !== undefined)
    .join(', ');
}
