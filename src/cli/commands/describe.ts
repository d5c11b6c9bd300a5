// `code-mode describe`: the whole declaration of tools, each with an example call.
import { ExitCode } from '../exitCode.ts';
import type { DescribeLine } from '../commandLine.ts';
import type { Session } from '../session.ts';
import { printable } from '../terminal.ts';
import { warnOf } from './tools.ts';

export async function describe(session: Session, line: DescribeLine, signal: AbortSignal): Promise<ExitCode> {
  const snapshot = await session.snapshot(signal);
  const { finder } = session.engine;
  const described = await Promise.all(line.paths.map(async (path) => ({ path, text: await finder.describe(snapshot, path) })));
  if (line.json) {
    process.stdout.write(`${JSON.stringify(described, undefined, 2)}\n`);
    return ExitCode.done;
  }
  warnOf(snapshot, line);
  process.stdout.write(`${printable(described.map(({ text }) => text).join('\n\n'))}\n`);
  return ExitCode.done;
}
