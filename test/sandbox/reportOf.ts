// Runs an attacker's program (test/fixtures/hostileGuests/reachOut.cjs) and reads what it got hold of.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** What the program says on descriptor 3 about `doors`, or about all. A program that another took the place of got out. */
export async function reportOf(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  doors: string,
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'code-mode-walls-'));
  // What gets out is written there.
  const env = { ...options.env, TMPDIR: folder };
  const child = spawn(command, args, { ...options, env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  child.stdin?.end(`${doors}\n`);
  const [said] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')]);
  await rm(folder, { recursive: true });
  return said === '' ? { [doors]: 'open: replaced' } : (JSON.parse(said) as Record<string, string>);
}
