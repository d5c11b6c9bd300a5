// `code-mode describe`: the whole declaration of tools, each with an example call.
import { ExitCode } from '../exitCode.ts';
import type { DescribeLine } from '../commandLine.ts';
import type { Session } from '../session.ts';
import { printable, say } from '../terminal.ts';
import { warnOf } from './tools.ts';

/** A path that names nothing is bad usage; the others are described all the same. */
export async function describe(session: Session, line: DescribeLine, signal: AbortSignal): Promise<ExitCode> {
  const snapshot = await session.snapshot(signal);
  const { finder } = session.engine;
  const described = await Promise.all(line.paths.map(async (path) => ({ path, ...(await finder.describe(snapshot, path)) })));
  if (line.json) {
    process.stdout.write(`${JSON.stringify(described, undefined, 2)}\n`);
  } else {
    warnOf(snapshot, line);
    const texts = described.filter(({ found }) => found).map(({ text }) => text);
    if (texts.length > 0) process.stdout.write(`${printable(texts.join('\n\n'))}\n`);
    for (const { found, text } of described) if (!found) say(`code-mode: ${text}`);
  }
  return described.every(({ found }) => found) ? ExitCode.done : ExitCode.badUsage;
}
