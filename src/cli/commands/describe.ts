// `code-mode describe`: prints the whole declaration of tools, with an example call where one adds information.
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { namesIn } from '../../engine/find/index.ts';
import { forReader } from '../../engine/formatting/index.ts';
import { ExitCode } from '../exitCode.ts';
import type { DescribeOptions } from '../commandOptions.ts';
import type { CommandContext } from '../commandContext.ts';
import { columnsOf, printable, printJson, say } from '../terminal.ts';
import { wrappedCode } from '../wrapWords.ts';
import { warnOf } from './tools.ts';

/** Runs the command. If a path names no tool, the other paths are described all the same. */
export async function describe(context: CommandContext, options: DescribeOptions): Promise<ExitCode> {
  const { io } = context;
  const describedIn = (known: CatalogSnapshot) =>
    Promise.all(
      options.paths.map(async (path) => ({
        path,
        ...(await context.workbench.engine.finder.describe(known, path, { whole: true })),
      })),
    );
  let snapshot = await context.snapshot({ servers: options.paths.map((path) => namesIn(path)[0]) });
  let described = await describedIn(snapshot);
  if (!described.every(({ found }) => found)) {
    // The path may name a tool of another server.
    snapshot = await context.snapshot();
    described = await describedIn(snapshot);
  }
  if (options.json) {
    printJson(io, described);
  } else {
    warnOf(snapshot, options, io);
    const texts = described.filter(({ found }) => found).map(({ text }) => forReader(text, 'user'));
    if (texts.length > 0)
      io.stdout.write(`${wrappedCode(printable(texts.join('\n\n')), columnsOf(io.stdout))}\n`);
    for (const { found, text } of described) if (!found) say(io, `code-mode: ${forReader(text, 'user')}`);
  }
  return described.every(({ found }) => found) ? ExitCode.done : ExitCode.nothingFound;
}
