// Prints text. Text of scripts and servers may contain control sequences, which are removed, or look like output of
// Code Mode or the shell, so each of its lines is marked.
import { plainText } from '../base/text/plainText.ts';
import { printableJson } from '../base/text/visibleText.ts';
import { ExitCode } from './exitCode.ts';
import { plain, styleOf, type Style } from './style.ts';
import { wrapWords } from './wrapWords.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** Mark at the beginning of each line that a script or a server wrote. */
const mark = '│ ';
/** Minimum width at which lines are broken between words; a narrower terminal breaks lines itself. */
const narrowest = 20;

/** The streams of a command, of its process or of a test. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Returns the width; undefined without a terminal, and for a terminal that reports 0 because it is unknown. */
export function columnsOf({ columns }: { readonly columns?: number }): number | undefined {
  return columns === 0 ? undefined : columns;
}

/** Writes lines of Code Mode to stderr. */
export function say({ stderr }: Io, text: string): void {
  stderr.write(`${ourLines(text, columnsOf(stderr), styleOf(stderr))}\n`);
}

/**
 * Formats lines of Code Mode, which may contain marked lines. Lines are broken between words; continuation rows are
 * indented or marked.
 */
export function ourLines(text: string, columns: number | undefined, style: Style): string {
  const lines = printable(text).split('\n');
  const rows = lines.flatMap((line) => {
    const start = line.startsWith(mark) ? mark : '  ';
    const [first = '', ...more] = rowsOf(line, columns, start.length);
    return [styledLine(first, style), ...more.map((row) => (start === mark ? style.dim(mark) : start) + row)];
  });
  return rows.join('\n');
}

/** Removes control sequences from a text. */
export function printable(text: string): string {
  return plainText(text);
}

/** Formats text of a script or server and marks each line, also rows that a terminal of this width would break. */
export function markedLines(text: string, columns?: number, style = plain): string {
  return `${style.dim(mark)}${inLine(text, columns, style)}`;
}

/** Formats text of a script or server within a line of Code Mode: the lines after the first are marked. */
export function inLine(text: string, columns?: number, style = plain): string {
  const lines = printable(text).split('\n');
  return lines.flatMap((line) => rowsOf(line, columns, mark.length)).join(`\n${style.dim(mark)}`);
}

/** Breaks `line` into rows that leave `room` columns free; the line stays whole if the width is unknown. */
function rowsOf(line: string, columns: number | undefined, room: number): string[] {
  return columns === undefined || columns < narrowest
    ? [line]
    : wrapWords(line.replaceAll('\t', ' '.repeat(8)), columns - room);
}

/** Styles of lines of Code Mode by their beginning. Lines of scripts and servers are marked and so never match. */
const looks: readonly (readonly [start: RegExp, look: keyof Style])[] = [
  [/^code-mode:/, 'bold'],
  [/^Failed \(\w+\)(?: at \S+)?:/, 'bad'],
  [/^Warning \(\w+\)(?: at \S+)?:/, 'warning'],
  [/^→ \S+ \d+ ms$/, 'dim'],
  [/^→ \S+ \d+ ms \w+:/, 'warning'],
  [/^(?:Note:|Waiting for| {2}\d+ \|| {4}at .*)/, 'dim'],
  [/^│ /, 'dim'],
];

/** Styles a line, or the first of several lines. */
export function styledLine(line: string, style: Style): string {
  return looks.reduce((shown, [start, look]) => shown.replace(start, (text) => style[look](text)), line);
}

/** Prints a value as JSON for other programs. Control characters are escaped, which does not change the meaning. */
export function printJson({ stdout }: Io, value: unknown): void {
  stdout.write(`${printableJson(stringifyExact(value, 2))}\n`);
}

/**
 * Lets the command go on when its output cannot be written, because its calls may have effects. A reader that has read
 * enough (`code-mode run … | head`) is not an error.
 */
export function outliveOutput(io: Io): void {
  io.stderr.on('error', () => undefined);
  let isTold = false;
  io.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    say(io, `code-mode: cannot write to standard output: ${message}`);
    process.once('exit', () => (process.exitCode = ExitCode.scriptFailed));
  });
}
