// `code-mode daemon`: lists and stops the servers that are kept between commands.
import { formatAge } from '../../engine/formatting/index.ts';
import { counted } from '../../base/text/counted.ts';
import { localTime } from '../../base/text/localTime.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { DaemonOptions } from '../commandOptions.ts';
import { findDaemon, stopMs, type DaemonStatus, type KeptStatus } from '../daemon/index.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { Interruption } from '../interruption.ts';
import { printable, printJson, say, type Io } from '../terminal.ts';

/** Throws `UsageError` if the daemon does not answer. */
export async function daemon(options: DaemonOptions, io: Io, interruption: Interruption): Promise<ExitCode> {
  if (options.action === 'run') return (await import('../daemon/daemon.ts')).runDaemon(interruption);
  interruption.endsAtOnce();
  return options.action === 'status' ? status(options, io) : stop(options, io);
}

async function status({ json }: DaemonOptions, io: Io): Promise<ExitCode> {
  using wire = await findDaemon();
  const answer = await wire?.ask({ ask: 'status' });
  if (wire && !answer) throw new UsageError(silent);
  const found = answer as unknown as DaemonStatus | undefined; // as this program writes it
  if (json) printJson(io, found ?? { servers: [] });
  else if (!found || found.servers.length === 0) sayNone(io);
  else for (const server of found.servers) io.stdout.write(`${printable(lineOf(server))}\n`);
  return found && found.servers.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}

async function stop({ server: name, json }: DaemonOptions, io: Io): Promise<ExitCode> {
  using wire = await findDaemon();
  const answer = await wire?.ask({ ask: 'stop', ...(name !== undefined && { name }) }, stopMs);
  if (wire && !answer) throw new UsageError(silent);
  const stopped = (answer?.['stopped'] ?? []) as readonly string[]; // as this program writes it
  if (json) printJson(io, { stopped });
  else if (stopped.length > 0) say(io, `code-mode: stopped ${stopped.map(visibleName).join(', ')}`);
  else if (name === undefined) sayNone(io);
  else
    say(io, `code-mode: no server named "${visibleName(name)}" is kept; code-mode daemon status lists them`);
  return stopped.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}

const silent =
  'the process that keeps servers does not answer. End it by its process id, or wait until it ends.';

function sayNone(io: Io): void {
  say(io, 'code-mode: no server is kept');
}

function lineOf({ name, folder, pid, startedAt, commands, idleMs }: KeptStatus): string {
  const use =
    commands > 0
      ? `in use by ${counted(commands, 'command')}`
      : `last used ${formatAge(Date.now() - idleMs)}`;
  return `${visibleName(name)}  pid ${pid ?? '?'}  since ${localTime(startedAt)}  ${use}  ${visibleName(folder)}`;
}
