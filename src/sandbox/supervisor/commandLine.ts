// Builds the command line of a sandbox process: the flags that this runtime knows, and an environment without any data
// of the user.
import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { windowsFolder } from '../../base/systemPrograms.ts';
import { bootStub, debugStub } from './bootStub.ts';
import { unconfined, type CommandLine, type OsConfinement } from './osConfinement.ts';

/** Properties that are fixed when a process starts. A waiting process can serve only a run with the same shape. */
export interface ProcessShape {
  readonly heapMb: number;
  readonly cpuMs: number;
  readonly timeZone: string;
}

/** Flags that remove access which the permission model allows. Older and newer runtimes lack some of them. */
const optionalFlags = ['--no-addons', '--no-experimental-sqlite', '--disable-sigusr1'];

/**
 * `--inspect-publish-uid=stderr` keeps other programs from requesting the key of the inspector through its port.
 * `--no-warnings` keeps Node from writing warnings, for which it needs functions that the boot stub removes.
 */
const debugFlags = ['--inspect-publish-uid=stderr', '--no-warnings'];

const shell = '/bin/sh';

/**
 * Sets kernel limits and replaces itself by the process: no core files, and an end to a loop that outlives the thread
 * which measures it.
 */
const shellScript = 'ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$2"; shift 2; exec "$@"';

/**
 * Processor time beyond the script's limit that the kernel allows, in seconds. Starting the process takes some of it.
 */
const kernelGraceSeconds = 10;
/** Maximum processor time, in seconds, also for a script with a debugger, which has no limit of its own. */
const mostSeconds = 3_600;

export function sameShape(a: ProcessShape, b: ProcessShape): boolean {
  return a.heapMb === b.heapMb && a.cpuMs === b.cpuMs && a.timeZone === b.timeZone;
}

/**
 * Returns the variables that libuv otherwise copies from the parent on Windows: libuv adds to every child eleven
 * variables that it is not given (`required_vars` of its src/win/process.c). The runtime needs the folder of Windows;
 * the other values would reveal who the user is, so they are replaced.
 */
function windowsVariables(): Record<string, string> {
  const folder = windowsFolder(process.env);
  const drive = folder.slice(0, 2);
  return {
    SYSTEMROOT: folder,
    WINDIR: folder,
    SYSTEMDRIVE: drive,
    HOMEDRIVE: drive,
    HOMEPATH: '\\',
    LOGONSERVER: '\\\\SANDBOX',
    PATH: `${folder}\\System32`,
    TEMP: `${folder}\\Temp`,
    USERDOMAIN: 'SANDBOX',
    USERNAME: 'sandbox',
    USERPROFILE: `${drive}\\`,
  };
}

/**
 * Returns the variables that make Electron run as Node and treat an archive (.asar) as a file instead of reading inside
 * it.
 */
export function asNode(versions: object = process.versions): Record<string, string> {
  return 'electron' in versions ? { ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' } : {};
}

interface CommandLineOptions {
  readonly allowUnconfined?: boolean;
  readonly wall?: OsConfinement;
  /** True if the process waits for a debugger. */
  readonly debug?: boolean;
  readonly platform?: NodeJS.Platform;
}

/**
 * True if this runtime can listen for a debugger under its permission model. By default, the permission model silently
 * disables the inspector.
 */
export function debugsWithPermission(): boolean {
  const known = process.allowedNodeEnvironmentFlags;
  return known.has('--permission') && known.has('--allow-inspector');
}

/** Returns the command line that runs the boot stub, with confinement by `wall` and the kernel's limits. */
export function commandLine(
  execPath: string,
  shape: ProcessShape,
  {
    allowUnconfined = false,
    wall = unconfined,
    debug = false,
    platform = process.platform,
  }: CommandLineOptions = {},
): CommandLine {
  const known = process.allowedNodeEnvironmentFlags;
  const flags = optionalFlags.filter((flag) => known.has(flag));
  if (debug)
    flags.unshift(...(debugsWithPermission() ? ['--permission', '--allow-inspector'] : []), ...debugFlags);
  // A runtime that does not know this flag ends at once with an error. Only the user can allow a process without the
  // flag.
  else if (known.has('--permission') || !allowUnconfined) flags.unshift('--permission');
  const args = [...flags, `--max-old-space-size=${shape.heapMb}`, '--eval', debug ? debugStub : bootStub];
  const runtime = {
    command: execPath,
    args,
    // The time zone and nothing of the user's. The boot stub empties the environment.
    env: { ...(platform === 'win32' && windowsVariables()), TZ: shape.timeZone, ...asNode() },
    cwd: parse(process.cwd()).root,
    ...(debug && { listens: true }),
  };
  return limited(wall.enclose(runtime), shape, platform);
}

/**
 * Adds the kernel's limits. Windows has no such shell: a file at that path of the current drive does not belong to the
 * system.
 */
function limited(line: CommandLine, shape: ProcessShape, platform: NodeJS.Platform): CommandLine {
  if (platform === 'win32' || !existsSync(shell)) return line;
  const seconds = Math.min(Math.ceil(shape.cpuMs / 1000) + kernelGraceSeconds, mostSeconds);
  const limits = [String(seconds), String(seconds + 1)];
  const args = ['-c', shellScript, 'code-mode', ...limits, line.command, ...line.args];
  return { ...line, command: shell, args };
}
