// Confines a sandbox process with a program of the operating system: takes a command line and returns one that runs the
// same command confined. A confined process can read the files that the runtime needs to start; it can read nothing
// else, write nothing, and reach nothing.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** True if the process leads its own session and process group. */
  readonly detached?: boolean;
  /** True if the process listens for a debugger on this machine. */
  readonly listens?: boolean;
}

/** Confinement of a process by the operating system. */
export interface OsConfinement {
  /** Returns the command line that runs the given one confined. */
  enclose(line: CommandLine): CommandLine;
  /** Returns the id of the process that runs scripts for the one that was started; undefined if it is gone. */
  runtimePid(started: number): number | undefined;
  /** Kills the process that was started and all processes that it has started. */
  kill(started: ChildProcess): void;
}

/** The executable of the runtime and the libraries that it loads before it runs a program, as absolute paths. */
interface RuntimeFiles {
  readonly executable: string;
  readonly libraries: readonly string[];
}

/** No confinement, for systems without it and for users who choose none. */
export const unconfined: OsConfinement = {
  enclose: (line) => line,
  runtimePid: (started) => started,
  kill: (started) => void started.kill('SIGKILL'),
};

/**
 * Returns the signal that ended a process whose end another process reports. Shells and bubblewrap add 128 to the
 * number of the signal.
 */
export function endingSignal(exitCode: number | null): NodeJS.Signals | null {
  const signals = Object.entries(constants.signals) as [NodeJS.Signals, number][]; // the keys are names of signals
  return signals.find(([, number]) => exitCode === 128 + number)?.[0] ?? null;
}

/** Linux: separate namespaces of every kind, in which only the files of the runtime exist. */
export function bubblewrap(bwrap: string, { executable, libraries }: RuntimeFiles): OsConfinement {
  const files = [executable, ...libraries].flatMap((file) => ['--ro-bind', file, file]);
  const cache = '/etc/ld.so.cache';
  const root = [...files, '--ro-bind-try', cache, cache, ...electronFiles(executable)];
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
        // The root folder is in memory, so it is mounted read-only: writing to it would fill the memory.
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
    // The process that was started waits for the first process of the namespace, which waits for the runtime.
    runtimePid: (started) => {
      const first = childOf(started);
      return first === undefined ? undefined : childOf(first);
    },
    kill: killGroup,
  };
}

/**
 * Files next to Electron's executable that Electron reads, and /proc, with which it finds the executable. Node needs
 * neither.
 */
function electronFiles(executable: string): string[] {
  const names = ['icudtl.dat', 'snapshot_blob.bin', 'v8_context_snapshot.bin'];
  const [icu = '', ...others] = names.map((name) => join(dirname(executable), name));
  if (!existsSync(icu)) return [];
  return ['--proc', '/proc', ...[icu, ...others].flatMap((file) => ['--ro-bind-try', file, file])];
}

/** Returns the path of the file in which the kernel lists the children of a process, the oldest first (proc(5)). */
export function childrenFile(pid: number): string {
  return `/proc/${pid}/task/${pid}/children`;
}

/** Returns the oldest child of a process. */
function childOf(pid: number): number | undefined {
  try {
    return Number.parseInt(readFileSync(childrenFile(pid), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Kills the whole process group at once, because a bubblewrap whose parent is killed while it sets up its namespaces
 * would wait forever. A confined process can only leave the group with a new session, which ends with its namespace.
 */
function killGroup(started: ChildProcess): void {
  if (started.pid === undefined || started.exitCode !== null || started.signalCode !== null) return;
  try {
    process.kill(-started.pid, 'SIGKILL');
  } catch {
    // The group has just ended by itself.
  }
}

/** macOS: a profile that denies everything that it does not name. */
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
    ...['/', '/dev/null', '/dev/urandom', executable, ...own].map(
      (file) => `(literal ${JSON.stringify(file)})`,
    ),
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
