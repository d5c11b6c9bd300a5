// Whether a run whose record has no end is still on: while the process that writes it lives.
import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Whoever writes a record, or claims one. */
export interface WritingProcess {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `birthOf` its process. */
  readonly born?: string;
}

/** Of another machine nothing is known but when it last wrote. */
const silentMs = 60 * 60 * 1_000;
/** Clocks are not exact. */
const slackMs = 60_000;

/** `isOurs`: whether the run is on in this process; `writtenAt`: when the record was last written. */
export function isRunning({ pid, host, startedAt, born }: WritingProcess, isOurs: boolean, writtenAt: number): boolean {
  if (isOurs) return true;
  if (host !== hostname()) return Date.now() - writtenAt < silentMs;
  // Numbers of processes begin again with the machine.
  const bootedAt = Date.now() - uptime() * 1_000;
  if (pid === process.pid || startedAt <= bootedAt - slackMs || !isAlive(pid)) return false;
  return born === undefined || (birthOf(pid) ?? born) === born;
}

/**
 * When a process began, in what its system counts in: another one of the same number began at another time. Undefined where that is not known:
 * only Linux says it without a program; elsewhere a process that got the number of a writer that died is taken for it.
 */
export function birthOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of its program, in brackets, may have anything in it; `starttime` is the 22nd field (proc_pid_stat(5)).
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Also where it is another user's. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
