// Counts the processes of a host, so that tests can assert that none is left.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns the fields of each process's state in `/proc` after its name (proc(5)). The files are read synchronously,
 * since awaiting each file takes longer.
 */
function processes(): {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
}[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`);
      const [state = 'Z', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid: Number(name), state, parent: Number(parent), group: Number(group) };
    });
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process is gone.
    return '';
  }
}

/** Returns the sandbox processes of a host, which have a unique command line. */
export function sandboxProcesses(host = process.pid): number[] {
  const children = processes().filter(({ parent }) => parent === host);
  return children
    .map(({ pid }) => pid)
    .filter((pid) => readOrEmpty(`/proc/${pid}/cmdline`).includes('code-mode-guest'));
}

/** Returns the process itself, its parent, and so on, with their command lines. */
export function lineage(pid: number): readonly { readonly pid: number; readonly command: string }[] {
  const parents = new Map(processes().map((each) => [each.pid, each.parent]));
  const line: { readonly pid: number; readonly command: string }[] = [];
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
    line.push({ pid: at, command: readOrEmpty(`/proc/${at}/cmdline`).replaceAll('\0', ' ') });
  }
  return line;
}

export function membersOfGroup(wanted: number): number[] {
  return processes()
    .filter(({ state, group }) => state !== 'Z' && group === wanted)
    .map(({ pid }) => pid);
}

/** Returns the result of `look` as soon as `wanted` accepts it, or the last result after `mostMs` milliseconds. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  wanted: (found: T) => boolean,
  mostMs = 10_000,
): Promise<T> {
  for (const end = performance.now() + mostMs; performance.now() < end;) {
    const found = await look();
    if (wanted(found)) return found;
    await delay(50);
  }
  return look();
}
