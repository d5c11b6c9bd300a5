// Counts what a host has running, so that tests can say that nothing is left.
import { readdir, readFile } from 'node:fs/promises';

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
