// Runs Windows' Node in Wine. What a Windows program writes to a pipe of this side fails with EBADF, so it writes to
// a file, which is followed while it grows.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WineParts } from './provision.ts';

const followMs = 200;

export interface WineRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * Milliseconds in which it prints something: when Wine's server has crashed, what runs in Wine waits for it without
   * end.
   */
  readonly silentMs: number;
}

/** A path of this side as Windows programs know it. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/**
 * Runs it to its end, showing what it prints; resolves with its exit code, or undefined when it was silent for too
 * long.
 */
export async function runNode(
  { node, prefix, env }: WineParts,
  args: readonly string[],
  run: WineRun,
): Promise<number | undefined> {
  const file = join(prefix, 'output.txt');
  rmSync(file, { force: true });
  const output = openSync(file, 'a+');
  const child = spawn('wine', [node, ...args], {
    cwd: run.cwd,
    env: { ...env, ...run.env },
    stdio: ['ignore', output, output],
  });
  const shown = new FollowedFile(output);
  const following = setInterval(() => {
    if (shown.show()) timer.refresh();
  }, followMs);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  // Its Windows processes are children of the prefix's server, not of ours.
  const timer = setTimeout(() => {
    resolve(undefined);
    child.kill('SIGKILL');
    stopWine({ node, prefix, env });
  }, run.silentMs);
  child.once('error', () => resolve(127)).once('exit', (code) => resolve(code ?? 1));
  const code = await promise;
  clearTimeout(timer);
  clearInterval(following);
  shown.show();
  closeSync(output);
  return code;
}

/** Ends all that runs in the prefix, and nothing else. */
export function stopWine({ env }: WineParts): void {
  spawnSync('wineserver', ['-k'], { env, stdio: 'ignore', timeout: 30_000 });
}

class FollowedFile {
  readonly #descriptor: number;
  readonly #bytes = Buffer.alloc(64 * 1024);
  #at = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Prints what is new; true if there was something. */
  show(): boolean {
    const before = this.#at;
    for (;;) {
      const count = readSync(this.#descriptor, this.#bytes, 0, this.#bytes.length, this.#at);
      if (count === 0) return this.#at > before;
      this.#at += count;
      process.stdout.write(this.#bytes.subarray(0, count));
    }
  }
}
