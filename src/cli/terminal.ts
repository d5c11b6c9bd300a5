// Prints. Texts of scripts and servers may hold sequences that drive a terminal, which are removed, or look like lines of ours or of the
// shell: each of their lines is marked.
import { plainText } from '../base/text/plainText.ts';
import { printableJson } from '../base/text/visibleText.ts';
import { plain, styleOf, type Style } from './style.ts';
import { wrapWords } from './wrapWords.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** At the beginning of each line that a script or a server wrote. */
const mark = '│ ';
/** On a terminal that is narrower, lines break where they do. */
const narrowest = 20;

/** The streams of a command: those of its process, or a test's. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Undefined without a terminal, and for a terminal of unknown width, which says 0. */
export function columnsOf({ columns }: { readonly columns?: number }): number | undefined {
  return columns === 0 ? undefined : columns;
}

/** Lines of ours on stderr. */
export function say({ stderr }: Io, text: string): void {
  stderr.write(`${ourLines(text, columnsOf(stderr), styleOf(stderr))}\n`);
}

/** Lines of ours, and marked ones among them, broken between words; what follows in the next row is indented, or marked. */
export function ourLines(text: string, columns: number | undefined, style: Style): string {
  const lines = printable(text).split('\n');
  const rows = lines.flatMap((line) => {
    const start = line.startsWith(mark) ? mark : '  ';
    const [first = '', ...more] = rowsOf(line, columns, start.length);
    return [styledLine(first, style), ...more.map((row) => (start === mark ? style.dim(mark) : start) + row)];
  });
  return rows.join('\n');
}

/** Text for people, without what drives a terminal. */
export function printable(text: string): string {
  return plainText(text);
}

/** Text of a script or server, each line marked, also where a terminal of so many columns would break it. */
export function quoted(text: string, columns?: number, style = plain): string {
  return `${style.dim(mark)}${inLine(text, columns, style)}`;
}

/** Text of a script or server within a line of ours: the lines after the first are marked. */
export function inLine(text: string, columns?: number, style = plain): string {
  const lines = printable(text).split('\n');
  return lines.flatMap((line) => rowsOf(line, columns, mark.length)).join(`\n${style.dim(mark)}`);
}

/** `line` in rows that leave `room` free; whole where the width is not known. */
function rowsOf(line: string, columns: number | undefined, room: number): string[] {
  return columns === undefined || columns < narrowest ? [line] : wrapWords(line.replaceAll('\t', ' '.repeat(8)), columns - room);
}

/** How lines of ours begin, and how that looks. Only lines that are ours begin so: those of others are marked. */
const looks: readonly (readonly [start: RegExp, look: keyof Style])[] = [
  [/^code-mode:/, 'bold'],
  [/^Failed \(\w+\)(?: at \S+)?:/, 'bad'],
  [/^Warning \(\w+\)(?: at \S+)?:/, 'warning'],
  [/^→ \S+ \d+ ms$/, 'dim'],
  [/^→ \S+ \d+ ms \w+:/, 'warning'],
  [/^(?:Note:|Waiting for| {2}\d+ \|| {4}at .*)/, 'dim'],
  [/^│ /, 'dim'],
];

/** `line`, or the first of several. */
export function styledLine(line: string, style: Style): string {
  return looks.reduce((shown, [start, look]) => shown.replace(start, (text) => style[look](text)), line);
}

/** A result for other programs: nothing in it drives a terminal, and it means the same. */
export function printJson({ stdout }: Io, value: unknown): void {
  stdout.write(`${printableJson(stringifyExact(value, 2))}\n`);
}

/** A reader that has seen enough (`code-mode run … | head`) is no error. */
export function ignoreClosedPipes({ stdout, stderr }: Io): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
