// `code-mode diagnose`: what this machine makes of Code Mode, as a text for an issue, or as JSON.
import { homedir } from 'node:os';
import { diagnose as diagnosisOf } from '../../diagnose/diagnosis.ts';
import { diagnosisText } from '../../diagnose/diagnosisText.ts';
import { anyOpen } from '../../diagnose/wallChecks.ts';
import type { DiagnoseLine } from '../commandLine.ts';
import { ExitCode } from '../exitCode.ts';
import type { Session } from '../session.ts';
import { printable, printJson } from '../terminal.ts';
import { version } from '../version.ts';

export async function diagnose(session: Session, line: DiagnoseLine, signal: AbortSignal): Promise<ExitCode> {
  const diagnosis = await diagnosisOf(
    {
      versions: { 'Code Mode': version, door: 'terminal' },
      settings: givenOptions(line),
      sandbox: (guest) => session.trialSandbox(guest),
      catalog: session.catalog,
      problems: () => session.problems,
      env: process.env,
      home: homedir(),
    },
    signal,
  );
  if (line.json) printJson(session.io, diagnosis);
  else session.io.stdout.write(printable(diagnosisText(diagnosis)));
  if (signal.aborted) return ExitCode.limitOrCancelled;
  return diagnosis.walls && anyOpen(diagnosis.walls) ? ExitCode.scriptFailed : ExitCode.done;
}

/** The options that say what is tried and asked; answers to inputs are not among them. */
function givenOptions({ engine, sandboxOs, servers, exclude, otherTools, readPaths, writePaths }: DiagnoseLine): Record<string, unknown> {
  return {
    ...(engine !== 'auto' && { '--engine': engine }),
    ...(sandboxOs !== undefined && { '--sandbox-os': sandboxOs }),
    ...(servers.length > 0 && { '--server': servers }),
    ...(exclude.length > 0 && { '--exclude': exclude }),
    ...(otherTools && { '--other-tools': true }),
    ...(readPaths.length > 0 && { '--read-paths': readPaths }),
    ...(writePaths.length > 0 && { '--write-paths': writePaths }),
  };
}
