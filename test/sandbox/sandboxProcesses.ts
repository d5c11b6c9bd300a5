// Counts what a host has running, so that tests can say that nothing is left.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The sandbox processes of a host, by the command line that only they have. */
export async function sandboxProcesses(host = process.pid): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (command.includes('code-mode-guest') && status.includes(`PPid:\t${host}\n`)) found.push(Number(pid));
  }
  return found;
}

/** The processes of a group, by the fifth field of their state (proc(5)). */
export async function membersOfGroup(group: number): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [state, , ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state !== 'Z' && Number(ofGroup) === group) found.push(Number(pid));
  }
  return found;
}

/** What `look` finds as soon as `wanted` is true of it, or what it finds after ten seconds. */
export async function eventually<T>(look: () => Promise<T>, wanted: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look();
    if (wanted(found)) return found;
    await delay(50);
  }
  return look();
}
