// Runs the built command on a terminal (with script(1), which every Linux and macOS has), types, and keeps everything
// that the terminal shows.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { built } from '../fakes/testEngine.ts';

export class OnTerminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  #shown = '';
  #onShown = (): void => undefined;

  constructor(folder: string, args: readonly string[]) {
    const command = [process.execPath, built('cli/main.js'), ...args].map((word) => `'${word}'`).join(' ');
    const line =
      process.platform === 'darwin'
        ? ['-q', '/dev/null', 'sh', '-c', command]
        : ['-qefc', command, '/dev/null'];
    const env = {
      ...process.env,
      HOME: folder,
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
      TERM: 'dumb',
    };
    this.#child = spawn('script', line, { cwd: folder, env });
    const hear = (text: string) => {
      this.#shown += text;
      this.#onShown();
    };
    this.#child.stdout.setEncoding('utf8').on('data', hear);
    this.#child.stderr.setEncoding('utf8').on('data', hear);
    this.ended = new Promise((resolve, reject) => this.#child.once('error', reject).once('close', resolve));
  }

  /** Everything that was shown so far, in plain lines. */
  get shown(): string {
    return stripVTControlCharacters(this.#shown).replaceAll('\r\n', '\n');
  }

  /** Settles when text that matches `pattern` was shown. */
  async until(pattern: RegExp): Promise<void> {
    const ended = this.ended.then(() =>
      Promise.reject(new Error(`The command ended before it showed ${pattern}:\n${this.shown}`)),
    );
    while (!pattern.test(this.shown))
      await Promise.race([ended, new Promise<void>((resolve) => (this.#onShown = resolve))]);
    ended.catch(() => undefined);
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  kill(): void {
    this.#child.kill();
  }
}
