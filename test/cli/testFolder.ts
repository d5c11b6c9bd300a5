// Runs the built `code-mode` command as a user would, in a folder of its own. The command runs in this process; tests
// about signals, the standard streams or the end of the process run it in a process of its own.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Interruption } from '../../src/cli/interruption.ts';
import type * as Program from '../../src/cli/main.ts';
import { openedForAll, openedForEach } from '../fakes/opened.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { built } from '../fakes/testEngine.ts';

export const config = ['--config', 'mcp.json'];

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands that continue without a server after 3 seconds; under Wine, on a busy machine, each of them would. */
const goOn: readonly (string | undefined)[] = ['search', 'tools', 'describe'];

function patient(args: readonly string[]): readonly string[] {
  const isShort = process.platform === 'win32' && goOn.includes(args[0]) && !args.includes('--wait');
  return isShort ? [...args, '--wait', '100'] : args;
}

class TextSink extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    this.emit('text');
    done();
  }
}

function program(): Promise<typeof Program> {
  return import(pathToFileURL(built('cli/command.js')).href) as Promise<typeof Program>;
}

/** Enters the folder and the environment. Returns the function that restores the previous state of the process. */
function enter(folder: string, env: NodeJS.ProcessEnv): () => void {
  const [home, before] = [process.cwd(), { ...process.env }];
  const assign = (variables: NodeJS.ProcessEnv): void => {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
  process.chdir(folder);
  assign(env);
  return () => {
    process.chdir(home);
    assign({ ...Object.fromEntries(Object.keys(env).map((name) => [name, undefined])), ...before });
  };
}

/** Ends a command in this process as SIGTERM would end its process. */
class TestInterruption extends Interruption {
  readonly #aborter = new AbortController();

  override get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  interrupt(): void {
    this.#aborter.abort();
  }
}

/** A command that runs in this process. */
export interface RunningCommand {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly ended: Promise<Finished>;
  /** Resolves when the command has written matching text to stderr; rejects if the command ends before. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly interrupt: () => void;
}

/**
 * The only shared caches are those of V8's code, since each folder would otherwise compile the program and TypeScript
 * again. Each folder has its own cache of learned types.
 */
const compiled = new TemporaryFolder('code-mode-compiled-');
const compiledParts = ['code', 'modules'];

/** The texts of files, or their contents as JSON, by name. */
type Files = Readonly<Record<string, string | object>>;

export class TestFolder implements Disposable {
  readonly #folder = new TemporaryFolder('code-mode-test-');
  readonly path = this.#folder.path;

  constructor() {
    const cache = join(this.path, 'cache', 'code-mode');
    mkdirSync(cache, { recursive: true });
    // Wine has no junctions, so each folder compiles the program for itself there.
    if (process.platform === 'win32') return;
    for (const part of compiledParts) {
      mkdirSync(join(compiled.path, part), { recursive: true, mode: 0o700 });
      symlinkSync(join(compiled.path, part), join(cache, part));
    }
  }

  /** Returns a folder with these files that is new for each test of a `describe`. */
  static forEachTest(files: Files): TestFolder {
    return openedForEach(() => TestFolder.with(files));
  }

  /** Returns a folder with these files for all tests of a `describe`. */
  static forAllTests(files: Files): TestFolder {
    return openedForAll(() => TestFolder.with(files));
  }

  static async with(files: Files): Promise<TestFolder> {
    const folder = new TestFolder();
    for (const [name, content] of Object.entries(files)) {
      await folder.write(name, content);
    }
    return folder;
  }

  /** Writes a file, and makes the folders above it. */
  async write(name: string, content: string | object): Promise<void> {
    const file = join(this.path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** Runs the built command in this process with the folder and variables of a user; only one command at a time. */
  async codeMode(args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}): Promise<Finished> {
    // Wine keeps a folder open that was current when a process started, so the folder could not be removed.
    if (process.platform === 'win32') return this.spawned(patient(args), input, more);
    const { main } = await program();
    const [stdout, stderr] = [new TextSink(), new TextSink()];
    const leave = enter(this.path, { ...this.environment(), ...more });
    try {
      const code = await main(patient(args), { stdin: Readable.from([input]), stdout, stderr });
      return { code, stdout: stdout.text, stderr: stderr.text };
    } finally {
      leave();
    }
  }

  /** Does the same for a command that continues until its input ends or `interrupt` is called. */
  begin(args: readonly string[], more: NodeJS.ProcessEnv = {}): RunningCommand {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new TextSink()];
    let written = '';
    stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
    const interruption = new TestInterruption();
    const leave = enter(this.path, { ...this.environment(), ...more });
    const ended = program()
      .then(({ main }) => main(args, { stdin, stdout, stderr }, interruption))
      .then((code) => ({ code, stdout: written, stderr: stderr.text }))
      .finally(leave);
    const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
      const over = ended.then(() =>
        Promise.reject(new Error(`The command ended before it wrote ${pattern}:\n${stderr.text}`)),
      );
      over.catch(() => undefined);
      for (;;) {
        const more = once(stderr, 'text');
        const found = pattern.exec(stderr.text);
        if (found) return found;
        await Promise.race([more, over]);
      }
    };
    return { stdin, stdout, ended, says, interrupt: () => interruption.interrupt() };
  }

  /** Runs the command to its end in a process of its own. */
  spawned(args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}): Promise<Finished> {
    const { child, ended } = this.start(args, more);
    child.stdin.end(input);
    return ended;
  }

  /** Starts the command; the caller ends its standard input. */
  start(
    args: readonly string[],
    more: NodeJS.ProcessEnv = {},
  ): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<Finished> } {
    const child = spawn(process.execPath, [built('cli/main.js'), ...args], {
      cwd: this.path,
      env: { ...this.environment(), ...more },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    const ended = new Promise<Finished>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...output }));
    });
    return { child, ended };
  }

  /** Returns an environment in which the user's own files are in the folder, too. */
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
