// Starts and stops a code-server, which is a tree of processes (wrapper, server, extension hosts, MCP servers,
// sandboxes). It is started as the leader of its own group, so that the whole tree, and nothing else, can be stopped.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Time in milliseconds that a group gets to end by itself after SIGTERM. */
const graceMs = 5_000;

export class ProcessGroup {
  readonly child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #killNow = () => this.#signal('SIGKILL');

  /** stdout and stderr are piped; the caller must read them, or the process blocks when they are full. */
  constructor(
    program: string,
    args: readonly string[],
    options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ) {
    this.child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#exited = new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.once('error', () => resolve());
    });
    process.once('exit', this.#killNow);
  }

  /** Resolves when the leader has ended and everything else in its group has been sent SIGKILL. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    await Promise.race([this.#exited, delay(graceMs, undefined, { ref: false })]);
    this.#signal('SIGKILL');
    await this.#exited;
    process.removeListener('exit', this.#killNow);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // The group is already gone.
    }
  }
}
