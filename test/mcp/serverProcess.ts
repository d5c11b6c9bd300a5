// Runs an HTTP server in a process of its own and reads its output.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export class ServerProcess {
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  readonly #listeners = new Set<() => void>();

  constructor({ command, args }: { command: string; args: string[] }, env: NodeJS.ProcessEnv = {}) {
    this.#process = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      if (input) createInterface({ input }).on('line', (line) => this.#add(line));
    }
  }

  /** Settles when the server has written a line that contains `text`. */
  async says(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const look = () => {
      if (this.#lines.some((line) => line.includes(text))) resolve(undefined);
    };
    this.#listeners.add(look);
    look();
    await promise;
    this.#listeners.delete(look);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill(signal);
    await exited;
  }

  #add(line: string): void {
    this.#lines.push(line);
    for (const listener of this.#listeners) listener();
  }
}
