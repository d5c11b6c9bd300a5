// A folder whose user keeps servers between commands. It ends the daemons of its user with it.
import { join } from 'node:path';
import { faultServer } from '../fakes/faultServer.ts';
import { isAlive } from '../mcp/isAlive.ts';
import { eventually } from '../sandbox/sandboxProcesses.ts';
import { config, TestFolder, type Finished } from './testFolder.ts';

interface Status {
  readonly pid: number;
  readonly servers: readonly { readonly name: string; readonly pid: number; readonly commands: number }[];
}

export class KeepingFolder implements AsyncDisposable {
  readonly files: TestFolder;
  readonly env: NodeJS.ProcessEnv;
  /** All that were seen, which `Symbol.asyncDispose` ends by their process ids. */
  readonly #daemons = new Set<number>();

  private constructor(files: TestFolder) {
    this.files = files;
    this.env = { XDG_STATE_HOME: join(files.path, 'state') };
  }

  static async with(
    servers: Readonly<Record<string, object>> = { fault: faultServer() },
  ): Promise<KeepingFolder> {
    return new KeepingFolder(await TestFolder.with({ 'mcp.json': { servers } }));
  }

  get stateFolder(): string {
    return join(this.files.path, 'state', 'code-mode', 'daemon');
  }

  /** Runs `code`. */
  async run(code: string, ...options: readonly string[]): Promise<Finished> {
    const finished = await this.files.codeMode(['run', '-e', code, ...options, ...config], '', this.env);
    await this.status();
    return finished;
  }

  /** The process id of the server, as a run sees it. */
  async pid(...options: readonly string[]): Promise<unknown> {
    const { stdout, stderr } = await this.run('return (await tools.fault.pid({})).pid', ...options);
    return stdout === '' ? stderr : JSON.parse(stdout);
  }

  async daemon(...words: readonly string[]): Promise<Finished> {
    return this.files.codeMode(['daemon', ...words], '', this.env);
  }

  /** Undefined where there is no daemon. */
  async status(): Promise<Status | undefined> {
    const status = JSON.parse((await this.daemon('status', '--json')).stdout) as Partial<Status>;
    if (status.pid === undefined) return undefined;
    this.#daemons.add(status.pid);
    return status as Status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.status();
    for (const pid of this.#daemons) {
      if (isAlive(pid)) process.kill(pid, 'SIGTERM');
      await ended(pid);
    }
    this.files[Symbol.dispose]();
  }
}

/** Settles when the process, which is none of this one, has ended. */
export async function ended(pid: number): Promise<void> {
  await eventually(() => isAlive(pid), (lives) => !lives); // prettier-ignore
}
