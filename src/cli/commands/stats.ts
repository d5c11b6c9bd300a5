// `code-mode stats`: prints the calls and data that scripts saved the models of this folder's chats and clients.
import {
  doorNames,
  idleSentences,
  usageTotals,
  type UsageRow,
  type UsageTotals,
} from '../../engine/index.ts';
import { formatAge, sizeText } from '../../engine/formatting/index.ts';
import { UsageStore } from '../../engine/stores/index.ts';
import { cachePaths } from '../../base/files/cachePaths.ts';
import { grouped } from '../../base/text/counted.ts';
import { ExitCode } from '../exitCode.ts';
import type { StatsOptions } from '../commandOptions.ts';
import { columnsOf, printable, printJson, say, type Io } from '../terminal.ts';
import { wrapWords } from '../wrapWords.ts';

export async function stats({ json }: StatsOptions, io: Io): Promise<ExitCode> {
  const store = new UsageStore({
    folder: cachePaths(process.cwd()).usage,
    log: (line) => say(io, `code-mode: ${printable(line)}`),
  });
  const totals = usageTotals(await store.all());
  if (json) printJson(io, totals);
  else if (totals.sessions === 0) say(io, 'code-mode: no chat or client has used Code Mode in this folder');
  else io.stdout.write(`${statsText(totals, columnsOf(io.stdout))}\n`);
  return totals.sessions === 0 ? ExitCode.nothingFound : ExitCode.done;
}

/** Formats the usage as two tables, with an explanation of the columns. */
export function statsText(totals: UsageTotals, columns: number | undefined): string {
  const { since, definitions } = totals;
  const total = totals.doors.length > 1 ? [['Total', ...cells(totals)]] : [];
  const doors = [
    ['', 'requests', 'calls saved', 'answers not read'],
    ...totals.doors.map((row) => [doorNames[row.door], ...cells(row)]),
    ...total,
  ];
  const servers = [
    ['', 'calls', 'answers'],
    ...totals.servers.map(({ name, calls, bytes }) => [printable(name), grouped(calls), sizeText(bytes)]),
  ];
  const notes = [
    `Requests that called Code Mode${since === undefined ? '' : `, since ${formatAge(since)}`}. Calls saved: those of scripts that did not go through ` +
      'the model, all but one of each script. Answers not read: what these calls answered, less what the model read of it.',
    ...(definitions === 0 ? [] : [definitionsNote(definitions)]),
    ...idleSentences(totals),
  ];
  const tables = [doors, ...(totals.servers.length > 0 ? [servers] : [])].map((rows) => aligned(rows));
  return [...tables, notes.flatMap((note) => wrapWords(note, columns)).join('\n')].join('\n\n');
}

/** Describes the saved definitions. The number is an estimate, so the text is separate from the counted values. */
function definitionsNote(definitions: number): string {
  const tokens = grouped(Math.round(Math.abs(definitions)));
  return `In requests of models that do not search tools, definitions took an estimated ${tokens} tokens ${definitions > 0 ? 'less' : 'more'}.`;
}

function cells({ requests, sparedCalls, unreadBytes }: UsageRow): readonly string[] {
  return [grouped(requests), grouped(sparedCalls), sizeText(unreadBytes)];
}

/** Aligns names to the left and numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
