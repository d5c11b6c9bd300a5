// How a sandbox process is started: which flags this runtime knows, and an environment with nothing of the user's in it.
import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { windowsFolder } from '../../base/systemPrograms.ts';
import { bootStub, debugStub } from './bootStub.ts';
import { unconfined, type CommandLine, type OsConfinement } from './osConfinement.ts';

/** What is fixed when a process starts: a spare serves only a run that asks for the same. */
export interface ProcessShape {
  readonly heapMb: number;
  readonly cpuMs: number;
  readonly timeZone: string;
}

/** Closes what the permission model leaves open; older and newer runtimes lack some of these. */
const optionalFlags = ['--no-addons', '--no-experimental-sqlite', '--disable-sigusr1'];

/** The key of the inspector cannot be asked of its port; and what Node warns of would be said by what the boot stub takes away. */
const debugFlags = ['--inspect-publish-uid=stderr', '--no-warnings'];

const shell = '/bin/sh';

/** Sets kernel limits and becomes the process: no core files; an end to a loop that outlives whoever kept its clock. */
const shellScript = 'ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$2"; shift 2; exec "$@"';

/** Seconds of processor time beyond the script's own that the kernel allows: starting takes some. */
const kernelGraceSeconds = 10;
/** Also of a script that is debugged, which has no limit of its own. */
const mostSeconds = 3_600;

export function sameShape(a: ProcessShape, b: ProcessShape): boolean {
  return a.heapMb === b.heapMb && a.cpuMs === b.cpuMs && a.timeZone === b.timeZone;
}

/** The process inherits no variable and is given the time zone. The boot stub empties the rest (supervisor/bootStub.ts). */
function environment({ timeZone }: ProcessShape, platform: NodeJS.Platform): Record<string, string> {
  return { ...(platform === 'win32' && windowsVariables()), TZ: timeZone, ...asNode() };
}

/**
 * On Windows, libuv adds to every child the parent's values of eleven variables that it is not given (`required_vars` of
 * its src/win/process.c). The runtime needs those that say where Windows is; the others would tell who the user is.
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

/** Electron has to run as Node, and to take an archive (.asar) for the file that it is: it would read inside one unasked. */
export function asNode(versions: object = process.versions): Record<string, string> {
  return 'electron' in versions ? { ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' } : {};
}

interface CommandLineOptions {
  readonly allowUnconfined?: boolean;
  readonly wall?: OsConfinement;
  /** It waits for a debugger. */
  readonly debug?: boolean;
  readonly platform?: NodeJS.Platform;
}

/** Whether this runtime can listen to a debugger under its permission model: by default that shuts the inspector, without a word. */
export function debugsWithPermission(known: ReadonlySet<string> = process.allowedNodeEnvironmentFlags): boolean {
  return known.has('--permission') && known.has('--allow-inspector');
}

/** The runtime with the boot stub, behind `wall`, under the kernel's limits. */
export function commandLine(
  execPath: string,
  shape: ProcessShape,
  { allowUnconfined = false, wall = unconfined, debug = false, platform = process.platform }: CommandLineOptions = {},
): CommandLine {
  const known = process.allowedNodeEnvironmentFlags;
  const flags = optionalFlags.filter((flag) => known.has(flag));
  if (debug) flags.unshift(...(debugsWithPermission(known) ? ['--permission', '--allow-inspector'] : []), ...debugFlags);
  // A runtime that does not know the flag ends at once and says so; only a person can accept it without.
  else if (known.has('--permission') || !allowUnconfined) flags.unshift('--permission');
  const args = [...flags, `--max-old-space-size=${shape.heapMb}`, '--eval', debug ? debugStub : bootStub];
  const env = environment(shape, platform);
  const runtime = { command: execPath, args, env, cwd: parse(process.cwd()).root, ...(debug && { listens: true }) };
  return limited(wall.enclose(runtime), shape, platform);
}

/** Windows has no such shell: what is at that path of the current drive is not the system's. */
function limited(line: CommandLine, shape: ProcessShape, platform: NodeJS.Platform): CommandLine {
  if (platform === 'win32' || !existsSync(shell)) return line;
  const seconds = Math.min(Math.ceil(shape.cpuMs / 1000) + kernelGraceSeconds, mostSeconds);
  const args = ['-c', shellScript, 'code-mode', String(seconds), String(seconds + 1), line.command, ...line.args];
  return { ...line, command: shell, args };
}
