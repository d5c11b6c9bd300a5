// Whether a run whose record has no end is still on: while the process that writes it lives.
import { hostname, uptime } from 'node:os';

interface Writer {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Of another machine nothing is known but when it last wrote. */
const silentMs = 60 * 60 * 1_000;
/** Clocks are not exact. */
const slackMs = 60_000;

/** `isOurs`: whether the run is on in this process; `writtenAt`: when the record was last written. */
export function isRunning({ pid, host, startedAt }: Writer, isOurs: boolean, writtenAt: number): boolean {
  if (isOurs) return true;
  if (host !== hostname()) return Date.now() - writtenAt < silentMs;
  // Numbers of processes begin again with the machine.
  const bootedAt = Date.now() - uptime() * 1_000;
  return pid !== process.pid && startedAt > bootedAt - slackMs && isAlive(pid);
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
