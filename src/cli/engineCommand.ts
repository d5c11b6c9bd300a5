// Runs the commands that need the engine. Each command has its own context, which is disposed of after the command.
import { rejectOnAbort } from '../base/withTimeout.ts';
import { callsTools, type EngineOptions } from './commandOptions.ts';
import { describe } from './commands/describe.ts';
import { run } from './commands/run.ts';
import { search } from './commands/search.ts';
import { tools } from './commands/tools.ts';
import { types } from './commands/types.ts';
import { ExitCode } from './exitCode.ts';
import type { Interruption } from './interruption.ts';
import { CommandContext } from './commandContext.ts';
import type { Io } from './terminal.ts';

/** Runs the command. Throws `UsageError`. */
export async function engineCommand(
  options: EngineOptions,
  io: Io,
  interruption: Interruption,
): Promise<ExitCode> {
  // A command that calls tools lets its calls finish before it ends.
  if (!callsTools(options)) interruption.endsAtOnce();
  await using context = await CommandContext.open(options, io, interruption);
  const work = start(context, options);
  // An interrupted run that calls tools settles by itself and reports the effects of its calls.
  const code = await (callsTools(options) ? work : rejectOnAbort(work, context.signal));
  return lacksTrust(context, options, code) ? ExitCode.badUsage : code;
}

/** True if the command could not do without a server that is not trusted. Otherwise it uses the other servers. */
function lacksTrust({ trust }: CommandContext, { command }: EngineOptions, code: ExitCode): boolean {
  if (!trust.isMissing || command === 'diagnose') return false;
  // `describe` reports a server that its path names, regardless of the server's state.
  return code === ExitCode.scriptFailed || command === 'describe';
}

async function start(context: CommandContext, options: EngineOptions): Promise<ExitCode> {
  switch (options.command) {
    case 'run':
      return run(context, options);
    case 'runs':
      return (await import('./commands/runs/pastRuns.ts')).pastRuns(context, options);
    case 'serve':
      return (await import('./commands/serve.ts')).serve(context, options);
    case 'types':
      return types(context, options);
    case 'tools':
      return tools(context, options);
    case 'search':
      return search(context, options);
    case 'describe':
      return describe(context, options);
    case 'scripts':
      return (await import('./commands/scripts.ts')).listScripts(context, options);
    case 'diagnose':
      return (await import('./commands/diagnose.ts')).diagnose(context, options);
    case 'login':
      return (await import('./commands/login.ts')).login(context, options);
  }
}
