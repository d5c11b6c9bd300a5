// Formats the list of runs as a table, and a run's summary as JSON.
import { originText, durationText, type RunSummary, type RunTree } from '../../../journal/index.ts';
import { localTime } from '../../../base/text/localTime.ts';
import { shownLine } from '../../../base/text/plainText.ts';
import { plain, type Style } from '../../style.ts';
import { cutToColumns } from '../../wrapWords.ts';

const longestOrigin = 30;
/** Minimum width of the title column. If less room is left, each title has its own line. */
const leastTitle = 20;

const looks: Readonly<Record<RunSummary['state'], keyof Style>> = {
  done: 'good',
  failed: 'bad',
  cancelled: 'dim',
  denied: 'dim',
  running: 'bold',
  interrupted: 'warning',
};

/** A run and its depth in the tree of runs that called one another. */
interface TableRun {
  readonly run: RunSummary;
  readonly depth: number;
}

/** Returns the runs; each is followed by the runs of the saved scripts that it called. */
export function withCalled(
  roots: readonly RunSummary[],
  { calledBy }: Pick<RunTree, 'calledBy'>,
  depth = 0,
): readonly TableRun[] {
  return roots.flatMap((run) => [{ run, depth }, ...withCalled(calledBy(run.id), { calledBy }, depth + 1)]);
}

/** Formats the table, without a line break at its end. Lines are shortened to `columns`, the width of the terminal. */
export function runTable(runs: readonly TableRun[], columns = Infinity, style: Style = plain): string {
  const rows = [
    ['ID', 'WHEN', 'STATE', 'TIME', 'CALLS', 'FROM'],
    ...runs.map(({ run }) => [
      run.id,
      localTime(run.startedAt),
      run.state,
      run.durationMs === undefined ? '-' : durationText(run.durationMs),
      run.failedCalls === 0 ? String(run.calls) : `${run.calls} (${run.failedCalls} failed)`,
      originText(run, longestOrigin),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const left = columns - widths.reduce((sum, width) => sum + width + 2, 0);
  const isBeside = left >= leastTitle;
  return rows
    .map((row, index) => {
      const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
      const shown = runs[index - 1];
      if (!shown) return style.dim(`${cells.join('  ')}${isBeside ? '  TITLE' : ''}`.trimEnd());
      const { run, depth } = shown;
      cells[2] = style[looks[run.state]](cells[2] ?? '');
      const line = cells.join('  ');
      const title = `${depth > 0 ? `${'  '.repeat(depth - 1)}└ ` : ''}${shownLine(run.title)}`;
      return isBeside
        ? `${line}  ${cutToColumns(title, left)}`.trimEnd()
        : `${line.trimEnd()}\n    ${cutToColumns(title, columns - 4)}`.trimEnd();
    })
    .join('\n');
}

/** Returns the summary of a run in the form of `--json`. */
export function summaryJson({ startedAt, ...run }: RunSummary) {
  return { ...run, startedAt: new Date(startedAt).toISOString() };
}
