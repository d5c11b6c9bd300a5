// `code-mode search`: finds tools by a description of their task, and prints the best matches first.
import { otherLinesOf, type FoundTool } from '../../engine/find/index.ts';
import { ExitCode } from '../exitCode.ts';
import type { SearchCommandOptions } from '../commandOptions.ts';
import type { CommandContext } from '../commandContext.ts';
import { styleOf, type Style } from '../style.ts';
import { columnsOf, printable, printJson, say } from '../terminal.ts';
import { wrapWords } from '../wrapWords.ts';
import { warnOf } from './tools.ts';

/** Maximum number of characters for the names of further tools that are not shown. */
const OTHERS = 2_000;

export async function search(context: CommandContext, options: SearchCommandOptions): Promise<ExitCode> {
  const { io } = context;
  const { stdout } = io;
  const snapshot = await context.snapshot();
  const found = await context.workbench.engine.finder.search(
    snapshot,
    options.query,
    options.limit === undefined ? {} : { limit: options.limit },
  );
  if (options.json) {
    printJson(io, found);
    return found.length > 0 ? ExitCode.done : ExitCode.nothingFound;
  }
  warnOf(snapshot, options, io);
  const style = styleOf(stdout);
  for (const tool of found) stdout.write(`${foundText(tool, columnsOf(stdout), style)}\n`);
  for (const others of otherLinesOf(found, OTHERS))
    stdout.write(`${indented(printable(others), '  ', columnsOf(stdout))}\n`);
  if (found.length === 0)
    say(io, `code-mode: no tool found for "${options.query}"; code-mode tools lists all`);
  return found.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}

/** Formats a signature with the tool's summary below it; lines are broken between words if the width is known. */
export function foundText(
  { path, signature, summary }: Pick<FoundTool, 'path' | 'signature' | 'summary'>,
  columns: number | undefined,
  style: Style,
): string {
  const name = printable(path);
  const rows = (text: string, indent: string) =>
    printable(text)
      .split('\n')
      .map((line) => indented(line, indent, columns));
  const head = rows(signature, '    ').join('\n');
  const shown = head.startsWith(name) ? style.bold(name) + head.slice(name.length) : head;
  return summary === '' ? shown : `${shown}\n  ${rows(summary, '  ').join('\n  ')}`;
}

/** Breaks a line between words and indents the rows after the first. */
function indented(line: string, indent: string, columns = Infinity): string {
  return wrapWords(line, Math.max(20, columns - indent.length)).join(`\n${indent}`);
}
