// Writes a table as text for other programs: CSV for spreadsheets, Markdown for prose, JSON for code.
// docs/decisions/0039-result-panel.md says why CSV changes some cells.
import { grouped } from '../../base/text/counted.ts';
import type { JsonValue } from '../../base/json.ts';
import { printableJson, visibleText } from '../../base/text/visibleText.ts';
import { plainCell, type ValueTable } from './valueTable.ts';
import type { TableFormat, TableOrder } from './valueView.ts';

/** Returns the rows of the order, after a line with the names of the columns. */
export function tableText(table: ValueTable, order: TableOrder, format: TableFormat): string {
  const rows = table.order(order).map((index) => table.cells(index));
  return format === 'csv' ? csvText(table.keys, rows) : markdownTable(table.keys, rows);
}

type Cells = readonly (JsonValue | undefined)[];

/** Writes CSV as in RFC 4180. A text that a spreadsheet would compute is marked as text. */
export function csvText(columns: readonly string[], rows: readonly Cells[]): string {
  const line = (cells: Cells) => cells.map(csvCell).join(',');
  return `${[columns, ...rows].map(line).join('\r\n')}\r\n`;
}

function csvCell(value: JsonValue | undefined): string {
  const plain = plainCell(value);
  // A number of JSON is a number in the spreadsheet, too.
  const text = typeof value === 'string' ? withoutFormula(plain) : plain;
  return /[",\r\n;\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Matches the beginning of a cell that spreadsheets take for a formula, full-width forms included. The lines of a cell
 * are checked one by one, since some programs split cells at line ends.
 */
const formula = /^[\p{White_Space}\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const number = /^[+-]?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?$/;

function withoutFormula(text: string): string {
  return text
    .split(/(\r\n|[\r\n])/)
    .map((line, index) =>
      index % 2 === 0 && (formula.test(line) || /^[\t\r]/.test(line)) && !number.test(line)
        ? `'${line}`
        : line,
    )
    .join('');
}

/**
 * Writes a table of GitHub Flavored Markdown. Each cell is one line, and its text is escaped so that no markup is left.
 */
export function markdownTable(columns: readonly string[], rows: readonly Cells[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const numeric = columns.map(
    (_column, index) =>
      rows.length > 0 && rows.every((cells) => ['number', 'bigint'].includes(typeof (cells[index] ?? 0))),
  );
  return [
    line(columns.map(markdownCell)),
    line(numeric.map((is) => (is ? '---:' : '---'))),
    ...rows.map((cells) => line(cells.map((cell) => markdownCell(plainCell(cell))))),
    '',
  ].join('\n');
}

function markdownCell(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_[\]<>|~#&$]/g, '\\$&')
    .replace(/https?:/gi, (scheme) => scheme.replace(':', '\\:'))
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>')
    .trim();
}

/** Returns a TypeScript comment of at most `mostLines` lines of `json`. No part of the text can end the comment. */
export function commentText(heading: string, json: string, mostLines: number): string {
  const lines = printableJson(json.replaceAll('\r\n', '\n')).split(/[\r\n\u2028\u2029]/);
  const shown = lines
    .slice(0, mostLines)
    .map((line) => (line.length > 400 ? `${line.slice(0, 400).toWellFormed()}…` : line));
  const more = lines.length - shown.length;
  return [
    heading.replace(/[\r\n\u2028\u2029]/g, ' '),
    ...shown,
    ...(more > 0 ? [`… ${grouped(more)} more lines`] : []),
  ]
    .map((line) => `// ${line}`.trimEnd())
    .join('\n');
}
