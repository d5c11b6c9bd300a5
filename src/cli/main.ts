// The entry point of the terminal command `code-mode <command>` (`usage/commands`), which runs the same engine as the
// editor without VS Code.
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../base/files/privateFolder.ts';
import { moduleCache } from '../base/files/cachePaths.ts';
import { ExitCode, UsageError } from './exitCode.ts';
import { isOfRecords } from './commandOptions.ts';
import { refusedJson } from './commands/runJson.ts';
import { parseCommandLine } from './parseCommandLine.ts';
import { Interruption } from './interruption.ts';
import { styleOf } from './style.ts';
import { columnsOf, outliveOutput, printJson, say, type Io } from './terminal.ts';
import { helpPage } from './usage/helpPage.ts';
import { version } from './version.ts';

/** Runs one command from its arguments to its exit code, with the current folder and environment of the process. */
export async function main(
  argv: readonly string[],
  io: Io,
  interruption = new Interruption(),
): Promise<ExitCode> {
  const { stdout } = io;
  const print = (text: string): ExitCode => {
    stdout.write(text);
    return ExitCode.done;
  };
  const { signal } = interruption;
  let [command] = argv;
  try {
    const options = parseCommandLine(argv);
    command = options.command;
    if (options.command === 'help') return print(helpPage(options.page, columnsOf(stdout), styleOf(stdout)));
    if (options.command === 'version') return print(`${version}\n`);
    if (options.command === 'completion')
      return print((await import('./completionScript.ts')).completionScript(options.shell));
    if (options.command === 'setup')
      return await (await import('./commands/setup.ts')).setup(options, io, interruption);
    if (options.command === 'stats') return await (await import('./commands/stats.ts')).stats(options, io);
    if (options.command === 'trust')
      return await (await import('./commands/trust.ts')).trust(options, io, interruption);
    if (options.command === 'daemon')
      return await (await import('./commands/daemon.ts')).daemon(options, io, interruption);
    if (options.command === 'audit') return await (await import('./commands/audit.ts')).audit(options, io);
    if (options.command === 'proxy')
      return await (await import('./commands/proxy.ts')).proxy(options, io, interruption);
    if (options.command === 'runs' && isOfRecords(options)) {
      return await (await import('./commands/runs/recordedRuns.ts')).recordedRuns(options, io, interruption);
    }
    if (options.command === 'logout') return await (await import('./commands/login.ts')).logout(options, io);
    // The other commands load ten times as much code.
    return await (await import('./engineCommand.ts')).engineCommand(options, io, interruption);
  } catch (error) {
    if (signal.aborted) return ExitCode.limitOrCancelled;
    // The message of a system error names what failed and where, for example in a folder that is read-only.
    if (!(error instanceof UsageError || (error instanceof Error && 'syscall' in error))) throw error;
    const { message } = error;
    // The option is looked for in the words, because the command line itself may be wrong.
    if (argv.includes('--json')) printJson(io, command === 'run' ? refusedJson(message) : { error: message });
    say(io, `code-mode: ${message}`);
    return ExitCode.badUsage;
  }
}

/** Keeps V8's compiled code of the modules that are loaded from here on, if the folder can be used. */
async function keepCompiledCode(folder: string): Promise<void> {
  await makePrivateFolder(dirname(folder)).catch(() => undefined);
  // Node creates folders that others can read. The umask is restored before a server starts, because it must not apply
  // to the server's files.
  const mask = process.umask(0o077);
  enableCompileCache(folder);
  process.umask(mask);
}

/** Runs the command of this process; signals to the process interrupt it. */
export async function runProcess(): Promise<void> {
  await keepCompiledCode(moduleCache());
  outliveOutput(process);
  const interruption = new Interruption();
  interruption.listen();
  const code = await main(process.argv.slice(2), process, interruption);
  process.exitCode = interruption.exitCode ?? code;
  // Pending input must not keep the process alive.
  if (interruption.signal.aborted) process.stdin.destroy();
}
