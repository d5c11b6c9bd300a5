#!/usr/bin/env node
// The terminal's front door: `code-mode run | types | tools | search`. The same engine as the editor's, without VS Code.
import { ExitCode, UsageError } from './exitCode.ts';
import { help } from './help.ts';
import { parseCommandLine, type CommandLine } from './commandLine.ts';
import { run } from './run.ts';
import { search } from './search.ts';
import { Session } from './session.ts';
import { tools } from './tools.ts';
import { types } from './types.ts';

async function main(argv: readonly string[]): Promise<ExitCode> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  try {
    const line = parseCommandLine(argv);
    if (line.command === 'help') {
      process.stdout.write(help);
      return ExitCode.done;
    }
    await using session = await Session.open(line);
    return await dispatch(session, line, interrupted.signal);
  } catch (error) {
    if (interrupted.signal.aborted) return ExitCode.limitOrCancelled;
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`code-mode: ${error.message}\n`);
    return ExitCode.badUsage;
  }
}

function dispatch(session: Session, line: CommandLine, signal: AbortSignal): Promise<ExitCode> {
  switch (line.command) {
    case 'run':
      return run(session, line, signal);
    case 'types':
      return types(session, line, signal);
    case 'tools':
      return tools(session, line, signal);
    case 'search':
      return search(session, line, signal);
  }
}

process.exitCode = await main(process.argv.slice(2));
