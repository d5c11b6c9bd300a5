// `code-mode stats`: what chats and clients of this folder spent with Code Mode, and what ordinary tools would have cost.
import { doorNames, usageTotals, type UsageRow, type UsageTotals } from '../../engine/usage/usageTotals.ts';
import { formatAge } from '../../engine/formatting/formatAge.ts';
import { cachePaths } from '../../storage/cachePaths.ts';
import { UsageStore } from '../../storage/usageStore.ts';
import { ExitCode } from '../exitCode.ts';
import type { StatsOptions } from '../commandOptions.ts';
import { columnsOf, printable, printJson, say, type Io } from '../terminal.ts';
import { wrapWords } from '../wrapWords.ts';

export async function stats({ json }: StatsOptions, io: Io): Promise<ExitCode> {
  const store = new UsageStore({ folder: cachePaths(process.cwd()).usage, log: (line) => say(io, `code-mode: ${printable(line)}`) });
  const totals = usageTotals(await store.all());
  if (json) printJson(io, totals);
  else if (totals.sessions === 0) say(io, 'code-mode: no chat or client has used Code Mode in this folder');
  else io.stdout.write(`${statsText(totals, columnsOf(io.stdout))}\n`);
  return totals.sessions === 0 ? ExitCode.nothingFound : ExitCode.done;
}

/** Two tables and what they mean; tokens are estimates. */
export function statsText(totals: UsageTotals, columns: number | undefined): string {
  const { since, costlier, sessions, saved } = totals;
  const total = totals.doors.length > 1 ? [['Total', ...cells(totals)]] : [];
  const doors = [
    ['', 'requests', 'sent', 'as ordinary tools', 'saved'],
    ...totals.doors.map((row) => [doorNames[row.door], ...cells(row)]),
    ...total,
  ];
  const servers = [
    ['', 'calls', 'kept out of chats'],
    ...totals.servers.map(({ name, calls, exchanged }) => [printable(name), number(calls), number(exchanged)]),
  ];
  const notes = [
    `Tokens, estimated${since === undefined ? '' : `, since ${formatAge(since)}`}: of the requests that called Code Mode.`,
    '"as ordinary tools" is at least what those would have taken: definitions of at most 40 tools a request, and what scripts exchanged with ' +
      'servers. Requests of other agents may have carried the definitions as well; these are not counted.',
    ...(costlier > 0 ? [`In ${costlier} of ${sessions} sessions ordinary tools would have cost less.`] : []),
    ...(saved < 0 ? ['For a few small tools, set codeMode.mode to "tools".'] : []),
  ];
  const tables = [doors, ...(totals.servers.length > 0 ? [servers] : [])].map((rows) => aligned(rows));
  return [...tables, notes.flatMap((note) => wrapWords(note, columns)).join('\n')].join('\n\n');
}

function cells({ requests, sent, asTools, saved }: UsageRow): readonly string[] {
  return [requests, sent, asTools, saved].map(number);
}

function number(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

/** Names to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n');
}
