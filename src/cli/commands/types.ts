// `code-mode types`: writes every tool as TypeScript into one declaration file.
import { writeFile } from 'node:fs/promises';
import { errorMessage } from '../../base/errorMessage.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { TypesOptions } from '../commandOptions.ts';
import type { CommandContext } from '../commandContext.ts';
import { say } from '../terminal.ts';
import { hasListed } from './toolList.ts';
import { warnOf } from './tools.ts';

export async function types(context: CommandContext, options: TypesOptions): Promise<ExitCode> {
  const { io } = context;
  const snapshot = await context.snapshot();
  warnOf(snapshot, options, io);
  const isListed = snapshot.servers.some(hasListed);
  const text = await context.workbench.declarations.api(snapshot.servers);
  if (options.output === undefined) io.stdout.write(text);
  else if (!isListed) say(io, `code-mode: no server listed its tools; ${options.output} not written`);
  else
    await writeFile(options.output, text).catch((error: unknown) =>
      Promise.reject(new UsageError(`cannot write the declarations: ${errorMessage(error)}`)),
    );
  return isListed ? ExitCode.done : ExitCode.nothingFound;
}
