// Runs an attacker's program (test/fixtures/hostileGuests/reachOut.cjs) and reads its report about the objects and
// rights that it reached.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

/**
 * Returns the report of the program on descriptor 3 about `doors`, or about all ways. A program that another program
 * replaced has escaped.
 */
export async function reportOf(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  doors: string,
): Promise<Record<string, string>> {
  using folder = new TemporaryFolder('code-mode-walls-');
  // The program writes its traces of an escape into this folder.
  const env = { ...options.env, TMPDIR: folder.path };
  const child = spawn(command, args, { ...options, env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  child.stdin?.end(`${doors}\n`);
  const [said] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')]);
  return said === '' ? { [doors]: 'open: replaced' } : (JSON.parse(said) as Record<string, string>);
}
