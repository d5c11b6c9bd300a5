// `code-mode scripts list`: prints saved scripts with their signatures. The command starts no server.
import { SCRIPTS_SERVER } from '../../engine/savedScripts/index.ts';
import type { CommandContext } from '../commandContext.ts';
import type { ScriptsOptions } from '../commandOptions.ts';
import { ExitCode } from '../exitCode.ts';
import { styleOf } from '../style.ts';
import { columnsOf, printJson, say } from '../terminal.ts';
import { foundText } from './search.ts';
import { warnOf } from './tools.ts';

export async function listScripts(context: CommandContext, options: ScriptsOptions): Promise<ExitCode> {
  const { io } = context;
  const snapshot = await context.snapshot({ servers: [SCRIPTS_SERVER] });
  const tools =
    snapshot.servers
      .find(({ name }) => name === SCRIPTS_SERVER)
      ?.tools.filter(({ script }) => script !== undefined) ?? [];
  const scripts = await Promise.all(
    tools.map(async (tool) => {
      const { signature, summary } = await context.workbench.declarations.tool(tool);
      const { path, name, title, script } = tool;
      return { path, name, ...(title !== undefined && { title }), file: script?.file, signature, summary };
    }),
  );
  if (options.json) printJson(io, scripts);
  else {
    warnOf(snapshot, options, io);
    for (const script of scripts)
      io.stdout.write(`${foundText(script, columnsOf(io.stdout), styleOf(io.stdout))}\n`);
    if (scripts.length === 0)
      say(
        io,
        'code-mode: no saved script; write one to .code-mode/scripts, e.g. .code-mode/scripts/report.ts',
      );
  }
  return scripts.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}
