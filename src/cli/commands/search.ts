// `code-mode search`: tools by what they do, best first.
import { ExitCode } from '../exitCode.ts';
import type { SearchLine } from '../commandLine.ts';
import type { Session } from '../session.ts';
import { printable, say } from '../terminal.ts';
import { warnOf } from './tools.ts';

export async function search(session: Session, line: SearchLine, signal: AbortSignal): Promise<ExitCode> {
  const snapshot = await session.snapshot(signal);
  const found = await session.engine.finder.search(snapshot, line.query);
  if (line.json) {
    process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
    return ExitCode.done;
  }
  warnOf(snapshot, line);
  for (const { signature, summary } of found) process.stdout.write(`${printable(`${signature}${summary ? `\n  ${summary}` : ''}`)}\n`);
  if (found.length === 0) say(`code-mode: no tool was found for "${line.query}"; code-mode tools lists all`);
  return ExitCode.done;
}
