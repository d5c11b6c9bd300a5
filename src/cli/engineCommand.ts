// The commands that need more than the command line: each in a session of its own, which is closed after it.
import { unlessAborted } from '../catalog/settleWithin.ts';
import type { EngineLine, LogoutLine, RunLine } from './commandLine.ts';
import { describe } from './commands/describe.ts';
import { run } from './commands/run.ts';
import { refusedJson } from './commands/runJson.ts';
import { search } from './commands/search.ts';
import { tools } from './commands/tools.ts';
import { types } from './commands/types.ts';
import { UsageError, type ExitCode } from './exitCode.ts';
import type { Interruption } from './interruption.ts';
import { Session } from './session.ts';
import { signInFolder } from './signInFolder.ts';
import { printJson, type Io } from './terminal.ts';
import { TokenFolder } from './tokenFolder.ts';

/** Throws `UsageError`. */
export async function engineCommand(line: EngineLine, io: Io, interruption: Interruption): Promise<ExitCode> {
  // What calls tools lets its calls end first.
  if (line.command !== 'run') interruption.endsAtOnce();
  try {
    await using session = await Session.open(line, io, interruption);
    return await dispatch(session, line, interruption.signal);
  } catch (error) {
    if (error instanceof UsageError && line.command === 'run' && line.json) printJson(io, refusedJson(error.message));
    throw error;
  }
}

export async function logoutCommand(line: LogoutLine, io: Io): Promise<ExitCode> {
  const { logout } = await import('./commands/login.ts');
  return logout(new TokenFolder(signInFolder()), line, io);
}

/** A run settles by itself when it is interrupted, and says what became of it. */
function dispatch(session: Session, line: EngineLine, signal: AbortSignal): Promise<ExitCode> {
  return line.command === 'run' ? run(session, line, signal) : unlessAborted(others(session, line, signal), signal);
}

async function others(session: Session, line: Exclude<EngineLine, RunLine>, signal: AbortSignal): Promise<ExitCode> {
  switch (line.command) {
    case 'types':
      return types(session, line, signal);
    case 'tools':
      return tools(session, line, signal);
    case 'search':
      return search(session, line, signal);
    case 'describe':
      return describe(session, line, signal);
    case 'diagnose':
      return (await import('./commands/diagnose.ts')).diagnose(session, line, signal);
    case 'login':
      return (await import('./commands/login.ts')).login(session, line, signal);
  }
}
