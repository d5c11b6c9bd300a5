// Measures the processor time and memory of another process, as the operating system counts them, because the script's
// own process is not trusted to report them. A meter reports its failures, because limits that nothing measures have no
// effect.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { windowsProgram } from '../../base/systemPrograms.ts';
import { errorCode, errorMessage } from '../../base/errorMessage.ts';
import type { MeterChoice } from '../protocol/sandboxOptions.ts';

/** `gone`: the process no longer exists. `failed`: the process exists, but cannot be measured. */
export type Reading =
  | { readonly state: 'measured'; readonly usage: Usage }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly reason: string };

export interface ProcessMeter {
  /** Interval between two readings, in milliseconds. A meter that costs little is read often. */
  readonly periodMs: number;
  /** Path of the program that measures, or of the kernel's folder. */
  readonly source: string;
  /** Calls `done` once, within about `limitMs` milliseconds (default 2 s). */
  read(pid: number, done: (reading: Reading) => void, limitMs?: number): void;
}

interface Command extends Pick<ProcessMeter, 'periodMs' | 'source'> {
  readonly env: NodeJS.ProcessEnv;
  readonly args: (pid: number) => string[];
  readonly parse: (line: string) => Usage | undefined;
}

/** Time after which a program is assumed never to answer, in milliseconds. */
const answerLimitMs = 2_000;
/**
 * Time limit for the first start of a program, in milliseconds. The first start may be slow, because the file is read
 * and scanned.
 */
const testLimitMs = 10_000;
/** Pause between two tests, in milliseconds. A machine may be out of file descriptors for a moment. */
const testPauseMs = 1_000;
/** Number of failures after which a meter counts as broken. */
export const failuresAllowed = 3;

/**
 * Returns the meter of this operating system. Windows reports memory only; processor time is estimated there
 * (supervisor/limitTimers.ts).
 */
export function meterOf(
  { platform = process.platform, source }: MeterChoice = {},
  env = process.env,
): ProcessMeter {
  if (platform === 'linux') return linuxMeter(source ?? '/proc');
  if (platform === 'win32') {
    return commandMeter({
      periodMs: 1_000,
      source: source ?? windowsProgram('tasklist', env),
      env,
      args: (pid) => ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'],
      parse: parseTasklist,
    });
  }
  return commandMeter({
    periodMs: 250,
    source: source ?? '/bin/ps',
    // In the user's locale, `ps` may write 0:00,05.
    env: { ...env, LC_ALL: 'C' },
    args: (pid) => ['-o', 'time=,rss=', '-p', String(pid)],
    parse: parsePs,
  });
}

/**
 * Returns the reason why this process itself cannot be measured repeatedly; undefined if it can. Takes at most 12 s.
 */
export async function testMeter(meter: ProcessMeter): Promise<string | undefined> {
  const until = performance.now() + testLimitMs;
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = Math.max(answerLimitMs, until - performance.now());
    const reading = await new Promise<Reading>((resolve) => meter.read(process.pid, resolve, leftMs));
    if (reading.state === 'measured') return undefined;
    if (attempt === failuresAllowed || performance.now() >= until) {
      return reading.state === 'failed' ? reading.reason : `${meter.source} does not find its caller`;
    }
    await delay(testPauseMs);
  }
}

function linuxMeter(source: string): ProcessMeter {
  return {
    periodMs: 25,
    source,
    read(pid, done) {
      try {
        const cpuMs = parseStat(readFileSync(`${source}/${pid}/stat`, 'utf8'));
        const residentBytes = parseStatus(readFileSync(`${source}/${pid}/status`, 'utf8'));
        if (cpuMs === undefined || residentBytes === undefined)
          done(unread(pid, `${source} shows no time or memory`));
        else done({ state: 'measured', usage: { cpuMs, residentBytes } });
      } catch (error) {
        done(unread(pid, String(error)));
      }
    },
  };
}

function commandMeter({ periodMs, source, env, args, parse }: Command): ProcessMeter {
  return {
    periodMs,
    source,
    read(pid, done, limitMs = answerLimitMs) {
      let timer: NodeJS.Timeout | undefined;
      let settled = false;
      const settle = (error: unknown, printed = '') => {
        clearTimeout(timer);
        if (settled) return;
        settled = true;
        const usage = error === null ? parse(printed) : undefined;
        if (usage !== undefined) done({ state: 'measured', usage });
        else if (error !== null) done(unread(pid, errorMessage(error).trim()));
        else done(unread(pid, `${source} said ${JSON.stringify(printed.slice(0, 100))}`));
      };
      try {
        const child = execFile(source, args(pid), { env, windowsHide: true }, settle);
        timer = setTimeout(() => {
          settle(new Error(`${source} took over ${Math.round(limitMs)} ms`));
          child.kill('SIGKILL');
          // Processes that the program has started may keep these streams open.
          for (const stream of [child.stdout, child.stderr]) stream?.destroy();
        }, limitMs);
      } catch (error) {
        // The system could not start the program at all, for example for lack of memory.
        settle(error);
      }
    },
  };
}

/** Returns the reading for a process that could not be measured, after checking whether the process exists. */
function unread(pid: number, reason: string): Reading {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    if (errorCode(error) !== 'EPERM') return { state: 'gone' };
  }
  return { state: 'failed', reason };
}

interface Usage {
  /**
   * User and system time of all threads of the process, in milliseconds; undefined if the system does not report it.
   */
  readonly cpuMs: number | undefined;
  /** Resident memory in bytes; undefined if other means limit it. */
  readonly residentBytes: number | undefined;
}

/** Clock ticks per second in /proc/<pid>/stat: 100 on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Reads fields 14 and 15 of /proc/<pid>/stat, counted after the closing parenthesis of the command (proc(5)). */
export function parseStat(stat: string): number | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined;
}

/** Reads the line `VmRSS:     1234 kB` of /proc/<pid>/status. */
export function parseStatus(status: string): number | undefined {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(status);
  return match ? Number(match[1]) * 1024 : undefined;
}

/**
 * Parses one line of `ps -o time=,rss=`: `[[days-]hours:]minutes:seconds[.hundredths]`, in some locales with a comma,
 * and kilobytes.
 */
export function parsePs(line: string): Usage | undefined {
  const match = /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:[.,]\d+)?)\s+(\d+)\s*$/.exec(line);
  if (!match) return undefined;
  const [days, hours, minutes, seconds, kilobytes] = match
    .slice(1)
    .map((part) => Number((part || '0').replace(',', '.')));
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return { cpuMs: total * 1000, residentBytes: (kilobytes ?? 0) * 1024 };
}

/**
 * Parses one line of `tasklist /fo csv /nh`: name, process id, session name, session number, and memory with the
 * locale's thousands separators.
 */
export function parseTasklist(line: string): Usage | undefined {
  const memory = /^\s*"[^"]*","\d+","[^"]*","\d+","([^"]*)"\s*$/.exec(line)?.[1];
  const digits = memory?.replace(/\D/g, '') ?? '';
  return digits === '' ? undefined : { cpuMs: undefined, residentBytes: Number(digits) * 1024 };
}
