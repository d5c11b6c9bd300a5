// Runs an attacker's program (test/fixtures/hostileGuests/reachOut.cjs) and reads what it got hold of.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

/** What the program says on descriptor 3 about `doors`, or about all. A program that another took the place of got out. */
export async function reportOf(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  doors: string,
): Promise<Record<string, string>> {
  using folder = new TemporaryFolder('code-mode-walls-');
  // What gets out is written there.
  const env = { ...options.env, TMPDIR: folder.path };
  const child = spawn(command, args, { ...options, env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  child.stdin?.end(`${doors}\n`);
  const [said] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')]);
  return said === '' ? { [doors]: 'open: replaced' } : (JSON.parse(said) as Record<string, string>);
}
