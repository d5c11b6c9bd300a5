// `code-mode diagnose`: prints a report about this machine for an issue, as text or JSON.
import { homedir } from 'node:os';
import { diagnose as diagnosisOf, diagnosisText, hasOpenDoor } from '../../workbench/index.ts';
import type { DiagnoseOptions } from '../commandOptions.ts';
import { ExitCode } from '../exitCode.ts';
import type { CommandContext } from '../commandContext.ts';
import { printable, printJson } from '../terminal.ts';
import { version } from '../version.ts';

export async function diagnose(context: CommandContext, options: DiagnoseOptions): Promise<ExitCode> {
  const { signal } = context;
  const diagnosis = await diagnosisOf(
    {
      versions: { 'Code Mode': version, door: 'terminal' },
      settings: givenOptions(options),
      sandbox: (guest) => context.workbench.trialSandbox(guest),
      catalog: context.workbench.catalog,
      problems: () => context.problems,
      env: process.env,
      secrets: () => context.source.secrets(),
      home: homedir(),
    },
    signal,
  );
  if (options.json) printJson(context.io, diagnosis);
  else context.io.stdout.write(printable(diagnosisText(diagnosis)));
  if (signal.aborted) return ExitCode.limitOrCancelled;
  return diagnosis.walls && hasOpenDoor(diagnosis.walls) ? ExitCode.scriptFailed : ExitCode.done;
}

/** Returns the given options that affect the sandbox and the servers, without answers to inputs. */
function givenOptions(given: DiagnoseOptions): Record<string, unknown> {
  return {
    ...(given.engine !== 'auto' && { '--engine': given.engine }),
    ...(given.sandboxOs !== undefined && { '--sandbox-os': given.sandboxOs }),
    ...(given.servers.length > 0 && { '--server': given.servers }),
    ...(given.exclude.length > 0 && { '--exclude': given.exclude }),
    ...(given.otherTools && { '--other-tools': true }),
    ...(given.readPaths.length > 0 && { '--read-paths': given.readPaths }),
    ...(given.writePaths.length > 0 && { '--write-paths': given.writePaths }),
  };
}
