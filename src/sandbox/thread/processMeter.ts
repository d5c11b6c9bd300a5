// How much processor time and memory another process has used, as the operating system counts it: what a script's
// own process says of itself is not believed.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Usage {
  /** User and system time of all threads of the process, in milliseconds; undefined where it cannot be read. */
  readonly cpuMs: number | undefined;
  readonly residentBytes: number | undefined;
}

export interface ProcessMeter {
  /** Milliseconds between two samples: a cheap source is asked often. */
  readonly periodMs: number;
  /** Calls back with the usage, or with undefined when the process is gone. */
  sample(pid: number, done: (usage: Usage | undefined) => void): void;
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

/** One line of `ps -o time=,rss=`: `[[days-]hours:]minutes:seconds[.hundredths]` and kilobytes. */
export function parsePs(line: string): Usage | undefined {
  const match = /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:\.\d+)?)\s+(\d+)\s*$/.exec(line);
  if (!match) return undefined;
  const [days, hours, minutes, seconds, kilobytes] = match.slice(1).map((part) => Number(part || 0));
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return { cpuMs: total * 1000, residentBytes: (kilobytes ?? 0) * 1024 };
}

/** One line of `tasklist /fo csv /nh`; the memory is the last column, with the locale's thousands separators. */
export function parseTasklist(line: string): Usage | undefined {
  const last = /"([^"]*)"\s*$/.exec(line)?.[1];
  const digits = last?.replace(/\D/g, '') ?? '';
  return digits === '' ? undefined : { cpuMs: undefined, residentBytes: Number(digits) * 1024 };
}

const linuxMeter: ProcessMeter = {
  periodMs: 25,
  sample(pid, done) {
    try {
      const cpuMs = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      done({ cpuMs, residentBytes: parseStatus(readFileSync(`/proc/${pid}/status`, 'utf8')) });
    } catch {
      done(undefined);
    }
  },
};

function commandMeter(
  periodMs: number,
  command: string,
  args: (pid: number) => string[],
  parse: (line: string) => Usage | undefined,
): ProcessMeter {
  return {
    periodMs,
    sample(pid, done) {
      try {
        execFile(command, args(pid), { timeout: 2_000, windowsHide: true }, (error, stdout) => done(error ? undefined : parse(stdout)));
      } catch {
        // The system could not even try, for want of memory, perhaps.
        done(undefined);
      }
    },
  };
}

/** The meter of this operating system. Windows tells memory only: there the processor clock is estimated (thread/clocks.ts). */
export function meterOf(platform: NodeJS.Platform): ProcessMeter {
  if (platform === 'linux') return linuxMeter;
  if (platform === 'win32') return commandMeter(1_000, 'tasklist', (pid) => ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'], parseTasklist);
  return commandMeter(250, 'ps', (pid) => ['-o', 'time=,rss=', '-p', String(pid)], parsePs);
}
