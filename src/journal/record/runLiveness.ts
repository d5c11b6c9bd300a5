// Decides if a run whose record has no end is still in progress: it is while the process that writes the record lives.
import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { errorCode } from '../../base/errorMessage.ts';
import type { EventOf } from './runEvent.ts';

/** A process that writes a record or claims one. */
type WritingProcess = Pick<EventOf<'begin'>, 'pid' | 'host' | 'startedAt' | 'born'>;

/**
 * Time without a write after which a run of another machine counts as over, in milliseconds. Nothing else is known
 * about that machine.
 */
const silentMs = 60 * 60 * 1_000;
/** Tolerance for inexact clocks, in milliseconds. */
const slackMs = 60_000;

/** `isOurs`: the run is in progress in this process. `writtenAt`: time of the last write to the record. */
export function isRunning(
  { pid, host, startedAt, born }: WritingProcess,
  isOurs: boolean,
  writtenAt: number,
): boolean {
  if (isOurs) return true;
  if (host !== hostname()) return Date.now() - writtenAt < silentMs;
  // Process ids are assigned anew after each start of the machine.
  const bootedAt = Date.now() - uptime() * 1_000;
  if (pid === process.pid || startedAt <= bootedAt - slackMs || !isAlive(pid)) return false;
  return born === undefined || (birthOf(pid) ?? born) === born;
}

/** This process as a writer that starts to write at `startedAt`. */
export function thisProcess(startedAt: number): WritingProcess {
  const born = birthOf(process.pid);
  return { pid: process.pid, host: hostname(), startedAt, ...(born !== undefined && { born }) };
}

/**
 * Returns the start time of a process in a unit of the operating system. Another process with the same id has another
 * start time. Undefined if it is not known: only Linux tells it without running a program. On other systems, a process
 * that got the id of a dead writer is mistaken for the writer.
 */
export function birthOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may contain anything; `starttime` is the 22nd field (proc_pid_stat(5)).
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** True also if the process belongs to another user. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
