// Runs the built `code-mode` command as a user would, in a folder of its own.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { built } from '../fakes/testEngine.ts';
import { realServer } from '../mcp/realServer.ts';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Two real servers, and the options with which a command finds them in `mcp.json` of its folder. */
export const everything = realServer('everything', 'stdio');
const files = realServer('filesystem', '${workspaceFolder}');
export const servers = { servers: { everything, 'my-files': files } };
export const config = ['--config', 'mcp.json'];

export class TestFolder implements Disposable {
  readonly #folder = new TemporaryFolder('code-mode-test-');
  readonly path = this.#folder.path;

  static async with(files: Readonly<Record<string, string | object>>): Promise<TestFolder> {
    const folder = new TestFolder();
    for (const [name, content] of Object.entries(files)) {
      await folder.write(name, content);
    }
    return folder;
  }

  async write(name: string, content: string | object): Promise<void> {
    await writeFile(join(this.path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }

  codeMode(args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}): Promise<Finished> {
    const { child, ended } = this.start(args, more);
    child.stdin.end(input);
    return ended;
  }

  /** The command while it runs; its standard input is the caller's to end. */
  start(
    args: readonly string[],
    more: NodeJS.ProcessEnv = {},
  ): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<Finished> } {
    const child = spawn(process.execPath, [built('cli/main.js'), ...args], { cwd: this.path, env: { ...this.environment(), ...more } });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    const ended = new Promise<Finished>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...output }));
    });
    return { child, ended };
  }

  /** In which what a user has is in the folder too. */
  environment(): NodeJS.ProcessEnv {
    const cache = join(this.path, 'cache');
    const settings = join(this.path, 'settings');
    const homes = { HOME: this.path, USERPROFILE: this.path, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
    return { ...process.env, ...homes, XDG_CONFIG_HOME: settings, APPDATA: settings };
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
