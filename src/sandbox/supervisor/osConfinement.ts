// The operating system's own wall around a sandbox process: a command in, the same command behind the wall out. What
// the runtime needs to start can be read there, and nothing else; nothing can be written or reached.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The process leads a session and a process group of its own. */
  readonly detached?: boolean;
  /** It listens to a debugger on this machine. */
  readonly listens?: boolean;
}

/** A wall of the operating system around a process. */
export interface OsConfinement {
  /** The command that runs the given one behind the wall. */
  enclose(line: CommandLine): CommandLine;
  /** The process that runs scripts, given the one that was started; undefined when it is gone. */
  runtimePid(started: number): number | undefined;
  /** Ends the process that was started and all that it has started. */
  kill(started: ChildProcess): void;
}

/** The runtime and what it loads before it runs a program: absolute paths. */
interface RuntimeFiles {
  readonly executable: string;
  readonly libraries: readonly string[];
}

/** For where there is no such wall, or none is wanted. */
export const unconfined: OsConfinement = {
  enclose: (line) => line,
  runtimePid: (started) => started,
  kill: (started) => void started.kill('SIGKILL'),
};

/** The signal that ended a process of which another reports the end: both shells and bubblewrap add 128 to it. */
export function endingSignal(exitCode: number | null): NodeJS.Signals | null {
  const signals = Object.entries(constants.signals) as [NodeJS.Signals, number][]; // the keys are names of signals
  return signals.find(([, number]) => exitCode === 128 + number)?.[0] ?? null;
}

/** Linux: namespaces of its own for everything, in which the files of the runtime are all there is. */
export function bubblewrap(bwrap: string, { executable, libraries }: RuntimeFiles): OsConfinement {
  const files = [executable, ...libraries].flatMap((file) => ['--ro-bind', file, file]);
  const root = [...files, '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache', ...electronFiles(executable)];
  return {
    enclose: ({ args, env, cwd, listens }) => ({
      command: bwrap,
      args: [
        '--unshare-all',
        ...(listens ? ['--share-net'] : []),
        '--die-with-parent',
        '--hostname',
        'sandbox',
        '--clearenv',
        ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
        // The root is memory: writing there would fill it.
        ...root,
        '--dir',
        '/tmp',
        '--remount-ro',
        '/',
        '--chdir',
        cwd,
        '--',
        executable,
        ...args,
      ],
      env: {},
      cwd,
      detached: true,
    }),
    // The one that was started waits for the first process of the namespace, which waits for the runtime.
    runtimePid: (started) => {
      const first = childOf(started);
      return first === undefined ? undefined : childOf(first);
    },
    kill: killGroup,
  };
}

/** Electron reads these beside its executable, which it finds by /proc; Node needs neither. */
function electronFiles(executable: string): string[] {
  const [icu = '', ...snapshots] = ['icudtl.dat', 'snapshot_blob.bin', 'v8_context_snapshot.bin'].map((name) =>
    join(dirname(executable), name),
  );
  if (!existsSync(icu)) return [];
  return ['--proc', '/proc', ...[icu, ...snapshots].flatMap((file) => ['--ro-bind-try', file, file])];
}

/** Where the kernel lists the children of a process, the eldest first (proc(5)). */
export function childrenFile(pid: number): string {
  return `/proc/${pid}/task/${pid}/children`;
}

/** The eldest child of a process. */
function childOf(pid: number): number | undefined {
  try {
    return Number.parseInt(readFileSync(childrenFile(pid), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * All at once: a bubblewrap whose parent is killed while it sets up its namespaces would wait forever. What is behind
 * the wall has no way out of its group, but by a session that ends with its namespace.
 */
function killGroup(started: ChildProcess): void {
  if (started.pid === undefined || started.exitCode !== null || started.signalCode !== null) return;
  try {
    process.kill(-started.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** macOS: a profile that denies what it does not name. */
export function seatbelt(sandboxExec: string, files: RuntimeFiles): OsConfinement {
  return {
    ...unconfined,
    enclose: ({ args, ...rest }) => ({
      ...rest,
      command: sandboxExec,
      args: ['-p', seatbeltProfile(files, rest.listens), files.executable, ...args],
    }),
  };
}

function seatbeltProfile({ executable, libraries }: RuntimeFiles, listens = false): string {
  const bundle = /^.*?\.app(?=\/)/.exec(executable)?.[0];
  const folders = ['/usr/lib', '/System', ...(bundle === undefined ? [] : [bundle])];
  const own = libraries.filter((library) => !folders.some((folder) => library.startsWith(`${folder}/`)));
  const readable = [
    ...folders.map((folder) => `(subpath ${JSON.stringify(folder)})`),
    ...['/', '/dev/null', '/dev/urandom', executable, ...own].map((file) => `(literal ${JSON.stringify(file)})`),
  ].join(' ');
  return [
    '(version 1)',
    '(deny default)',
    `(allow process-exec (literal ${JSON.stringify(executable)}))`,
    '(allow signal (target self))',
    '(allow sysctl-read)',
    `(allow file-read* file-map-executable ${readable})`,
    ...(listens ? ['(allow network-bind network-inbound (local ip "localhost:*"))'] : []),
  ].join('\n');
}
