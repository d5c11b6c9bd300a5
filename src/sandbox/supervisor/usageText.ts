// Reads what operating systems say of a process's time and memory; undefined for what is not as expected.

export interface Usage {
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
