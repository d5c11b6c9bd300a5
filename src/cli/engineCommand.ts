// The commands that need more than the command line: each in a context of its own, which is closed after it.
import { rejectOnAbort } from '../base/withTimeout.ts';
import {
  callsTools,
  type EngineOptions,
  type LogoutOptions,
  type PastRunsOptions,
  type RunOptions,
  type ServeOptions,
} from './commandOptions.ts';
import { describe } from './commands/describe.ts';
import { run } from './commands/run.ts';
import { refusedJson } from './commands/runJson.ts';
import { search } from './commands/search.ts';
import { tools } from './commands/tools.ts';
import { types } from './commands/types.ts';
import { ExitCode, UsageError } from './exitCode.ts';
import type { Interruption } from './interruption.ts';
import { CommandContext } from './commandContext.ts';
import { signInFolder, FileTokenStore } from './fileTokenStore.ts';
import { printJson, type Io } from './terminal.ts';

/** Throws `UsageError`. */
export async function engineCommand(options: EngineOptions, io: Io, interruption: Interruption): Promise<ExitCode> {
  // What calls tools lets its calls end first.
  if (!callsTools(options)) interruption.endsAtOnce();
  try {
    await using context = await CommandContext.open(options, io, interruption);
    const code = await dispatch(context, options, interruption.signal);
    return lacksTrust(context, options, code) ? ExitCode.badUsage : code;
  } catch (error) {
    if (error instanceof UsageError && options.command === 'run' && options.json) printJson(io, refusedJson(error.message));
    throw error;
  }
}

/** True if the command could not do its work without a server that its user has not trusted. It answers from the others where it can. */
function lacksTrust({ trust }: CommandContext, { command }: EngineOptions, code: ExitCode): boolean {
  if (!trust.isMissing || command === 'diagnose') return false;
  // A server that describe names is told of, whatever its state.
  return code === ExitCode.scriptFailed || command === 'describe';
}

export async function logoutCommand(options: LogoutOptions, io: Io): Promise<ExitCode> {
  const { logout } = await import('./commands/login.ts');
  return logout(new FileTokenStore(signInFolder()), options, io);
}

/** Runs settle by themselves when they are interrupted, and say what became of them. */
async function dispatch(context: CommandContext, options: EngineOptions, signal: AbortSignal): Promise<ExitCode> {
  if (options.command === 'run') return run(context, options, signal);
  if (options.command === 'runs') return (await import('./commands/runs/pastRuns.ts')).pastRuns(context, options, signal);
  if (options.command === 'serve') return (await import('./commands/serve.ts')).serve(context, options, signal);
  return rejectOnAbort(others(context, options, signal), signal);
}

async function others(
  context: CommandContext,
  options: Exclude<EngineOptions, RunOptions | PastRunsOptions | ServeOptions>,
  signal: AbortSignal,
): Promise<ExitCode> {
  switch (options.command) {
    case 'types':
      return types(context, options, signal);
    case 'tools':
      return tools(context, options, signal);
    case 'search':
      return search(context, options, signal);
    case 'describe':
      return describe(context, options, signal);
    case 'scripts':
      return (await import('./commands/scripts.ts')).listScripts(context, options, signal);
    case 'diagnose':
      return (await import('./commands/diagnose.ts')).diagnose(context, options, signal);
    case 'login':
      return (await import('./commands/login.ts')).login(context, options, signal);
  }
}
