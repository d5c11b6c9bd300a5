// How much processor time and memory another process has used, as the operating system counts it: what a script's own
// process says of itself is not believed. A meter can fail, and says so: limits that nothing measures are no limits.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { windowsProgram } from '../../base/systemPrograms.ts';
import type { MeterChoice } from '../protocol/sandboxOptions.ts';

/** `gone`: there is no such process any more. `failed`: there is, and it cannot be measured. */
export type Reading =
  | { readonly state: 'measured'; readonly usage: Usage }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly reason: string };

export interface ProcessMeter {
  /** Milliseconds between two readings: a cheap source is asked often. */
  readonly periodMs: number;
  /** What is asked: a program, or a folder of the kernel's. */
  readonly source: string;
  /** Calls back once, within about `limitMs` (default 2 s). */
  read(pid: number, done: (reading: Reading) => void, limitMs?: number): void;
}

interface Command {
  readonly periodMs: number;
  readonly source: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args: (pid: number) => string[];
  readonly parse: (line: string) => Usage | undefined;
}

/** A program that has not answered by then never will. */
const answerLimitMs = 2_000;
/** One that is started for the first time may be slow: its file is read, and scanned. */
const testLimitMs = 10_000;
/** A machine may be out of descriptors for a moment. */
const testPauseMs = 1_000;
/** How often a meter may fail before it counts as broken. */
export const failuresAllowed = 3;

/** The meter of this operating system. Windows tells memory only: there the processor clock is estimated (supervisor/limitTimers.ts). */
export function meterOf({ platform = process.platform, source }: MeterChoice = {}, env = process.env): ProcessMeter {
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
  const args = (pid: number) => ['-o', 'time=,rss=', '-p', String(pid)];
  // In the user's locale it may write 0:00,05.
  return commandMeter({ periodMs: 250, source: source ?? '/bin/ps', env: { ...env, LC_ALL: 'C' }, args, parse: parsePs });
}

/** Why this very process cannot be measured, again and again; undefined when it can. Takes 12 s at most. */
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
        const isWhole = cpuMs !== undefined && residentBytes !== undefined;
        done(isWhole ? { state: 'measured', usage: { cpuMs, residentBytes } } : unread(pid, `${source} shows no time or memory`));
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
      ask({ program: source, args: args(pid), env, limitMs }, (answer) => {
        const usage = answer instanceof Error ? undefined : parse(answer);
        if (usage !== undefined) done({ state: 'measured', usage });
        else done(unread(pid, answer instanceof Error ? answer.message.trim() : `${source} said ${JSON.stringify(answer.slice(0, 100))}`));
      });
    },
  };
}

interface Question {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
}

/** What the program prints, or why there is no answer; once, and in time. */
function ask({ program, args, env, limitMs }: Question, done: (answer: string | Error) => void): void {
  let timer: NodeJS.Timeout | undefined;
  let settled = false;
  const settle = (answer: string | Error) => {
    clearTimeout(timer);
    if (!settled) done(answer);
    settled = true;
  };
  try {
    const child = execFile(program, args, { env, windowsHide: true }, (error, printed) => settle(error ?? printed));
    timer = setTimeout(() => {
      settle(new Error(`${program} took over ${Math.round(limitMs)} ms`));
      child.kill('SIGKILL');
      // What it has started may hold them.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    }, limitMs);
  } catch (error) {
    // The system could not even try, for want of memory, perhaps.
    settle(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Without an answer about a process, the system is asked whether there is one. */
function unread(pid: number, reason: string): Reading {
  try {
    process.kill(pid, 0);
    return { state: 'failed', reason };
  } catch (error) {
    // Of another user: it is there.
    const isThere = error instanceof Error && 'code' in error && error.code === 'EPERM';
    return isThere ? { state: 'failed', reason } : { state: 'gone' };
  }
}

interface Usage {
  /** User and system time of all threads of the process, in milliseconds; undefined where the system does not tell it. */
  readonly cpuMs: number | undefined;
  /** undefined where it is bounded otherwise. */
  readonly residentBytes: number | undefined;
}

/** Ticks per second of /proc/<pid>/stat: 100 on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Fields 14 and 15 of /proc/<pid>/stat, counted after the command's closing parenthesis (proc(5)). */
export function parseStat(stat: string): number | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined;
}

/** `VmRSS:     1234 kB` of /proc/<pid>/status. */
export function parseStatus(status: string): number | undefined {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(status);
  return match ? Number(match[1]) * 1024 : undefined;
}

/** One line of `ps -o time=,rss=`: `[[days-]hours:]minutes:seconds[.hundredths]`, in some locales with a comma, and kilobytes. */
export function parsePs(line: string): Usage | undefined {
  const match = /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:[.,]\d+)?)\s+(\d+)\s*$/.exec(line);
  if (!match) return undefined;
  const [days, hours, minutes, seconds, kilobytes] = match.slice(1).map((part) => Number((part || '0').replace(',', '.')));
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return { cpuMs: total * 1000, residentBytes: (kilobytes ?? 0) * 1024 };
}

/** One line of `tasklist /fo csv /nh`: name, id, session, its number, memory with the locale's thousands separators. */
export function parseTasklist(line: string): Usage | undefined {
  const memory = /^\s*"[^"]*","\d+","[^"]*","\d+","([^"]*)"\s*$/.exec(line)?.[1];
  const digits = memory?.replace(/\D/g, '') ?? '';
  return digits === '' ? undefined : { cpuMs: undefined, residentBytes: Number(digits) * 1024 };
}
