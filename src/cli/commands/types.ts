// `code-mode types`: every tool as TypeScript, in one declaration file.
import { writeFile } from 'node:fs/promises';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { TypesLine } from '../commandLine.ts';
import type { Session } from '../session.ts';
import { say } from '../terminal.ts';
import { hasListed } from './toolList.ts';
import { warnOf } from './tools.ts';

export async function types(session: Session, line: TypesLine, signal: AbortSignal): Promise<ExitCode> {
  const { io } = session;
  const snapshot = await session.snapshot(signal);
  warnOf(snapshot, line, io);
  const isListed = snapshot.servers.some(hasListed);
  const text = await session.declarations.api(snapshot.servers);
  if (line.output === undefined) io.stdout.write(text);
  else if (!isListed) say(io, `code-mode: no server has listed its tools; ${line.output} is not written`);
  else
    await writeFile(line.output, text).catch((error: unknown) =>
      Promise.reject(new UsageError(`the declarations cannot be written: ${String(error)}`)),
    );
  return isListed ? ExitCode.done : ExitCode.nothingFound;
}
