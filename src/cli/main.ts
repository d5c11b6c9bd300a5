#!/usr/bin/env node
// The terminal's front door: `code-mode run | types | tools | search | describe | login | logout`. The editor's engine, without VS Code.
import { ExitCode, UsageError } from './exitCode.ts';
import { help } from './help.ts';
import { parseCommandLine, type EngineLine } from './commandLine.ts';
import { describe } from './commands/describe.ts';
import { login, logout } from './commands/login.ts';
import { run } from './commands/run.ts';
import { search } from './commands/search.ts';
import { Session } from './session.ts';
import { signInFolder } from './signInFolder.ts';
import { ignoreClosedPipes, say } from './terminal.ts';
import { TokenFolder } from './tokenFolder.ts';
import { tools } from './commands/tools.ts';
import { types } from './commands/types.ts';
import { version } from './version.ts';

async function main(argv: readonly string[]): Promise<ExitCode> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  try {
    const line = parseCommandLine(argv);
    if (line.command === 'help') return print(help);
    if (line.command === 'version') return print(`${version}\n`);
    if (line.command === 'logout') return await logout(new TokenFolder(signInFolder()), line);
    await using session = await Session.open(line, interrupted.signal);
    return await dispatch(session, line, interrupted.signal);
  } catch (error) {
    if (interrupted.signal.aborted) return ExitCode.limitOrCancelled;
    if (!(error instanceof UsageError)) throw error;
    say(`code-mode: ${error.message}`);
    return ExitCode.badUsage;
  }
}

function print(text: string): ExitCode {
  process.stdout.write(text);
  return ExitCode.done;
}

function dispatch(session: Session, line: EngineLine, signal: AbortSignal): Promise<ExitCode> {
  switch (line.command) {
    case 'run':
      return run(session, line, signal);
    case 'types':
      return types(session, line, signal);
    case 'tools':
      return tools(session, line, signal);
    case 'search':
      return search(session, line, signal);
    case 'describe':
      return describe(session, line, signal);
    case 'login':
      return login(session, line, signal);
  }
}

ignoreClosedPipes();
process.exitCode = await main(process.argv.slice(2));
