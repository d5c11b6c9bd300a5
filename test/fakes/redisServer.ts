// Runs a real redis-server on a free port of 127.0.0.1 that writes no file. The machine must have redis (apt-get
// install redis-server).
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './listen.ts';

export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #password: string | undefined;
  readonly #process: ChildProcess;

  static async start({
    port,
    password,
  }: { readonly port?: number; readonly password?: string } = {}): Promise<RedisServer> {
    const at = port ?? (await freePort());
    const args = ['--bind', '127.0.0.1', '--port', String(at), '--save', '', '--appendonly', 'no'];
    const child = spawn(
      'redis-server',
      [...args, ...(password === undefined ? [] : ['--requirepass', password])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const isReady = Promise.withResolvers<undefined>();
    const lines: string[] = [];
    child.once('error', isReady.reject);
    child.once('exit', () => isReady.reject(new Error(`redis-server ended:\n${lines.join('\n')}`)));
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      if (line.includes('Ready to accept connections')) isReady.resolve(undefined);
    });
    await isReady.promise;
    return new RedisServer(at, password, child);
  }

  private constructor(port: number, password: string | undefined, child: ChildProcess) {
    this.port = port;
    this.#password = password;
    this.#process = child;
  }

  /** The address of a database. */
  url(database = 0): string {
    return `redis://${this.#password === undefined ? '' : `:${encodeURIComponent(this.#password)}@`}127.0.0.1:${this.port}/${database}`;
  }

  /** Suspends the server with its connections open until `wake` is called. */
  sleep(): void {
    this.#process.kill('SIGSTOP');
  }

  wake(): void {
    this.#process.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
