// How a sandbox process is started: which flags this runtime knows, and an environment with nothing in it.
import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { bootStub } from './bootStub.ts';
import { noWall, type CommandLine, type OsWall } from './osWall.ts';

/** What is fixed when a process starts: a spare serves only a run that asks for the same. */
export interface ProcessShape {
  readonly heapMb: number;
  readonly cpuMs: number;
  readonly timeZone: string;
  readonly locale: string;
}

/** Closes what the permission model leaves open; older and newer runtimes lack some of these. */
const optionalFlags = ['--no-addons', '--no-experimental-sqlite', '--disable-sigusr1'];

const shell = '/bin/sh';

/** Sets kernel limits and becomes the process: no core files; an end to a loop that outlives whoever kept its clock. */
const shellScript = 'ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$2"; shift 2; exec "$@"';

/** Seconds of processor time beyond the script's own that the kernel allows: starting takes some. */
const kernelGraceSeconds = 10;

export function sameShape(a: ProcessShape, b: ProcessShape): boolean {
  return a.heapMb === b.heapMb && a.cpuMs === b.cpuMs && a.timeZone === b.timeZone && a.locale === b.locale;
}

/** The process inherits no variable; it is told time zone and language. */
function environment({ timeZone, locale }: ProcessShape): Record<string, string> {
  return { TZ: timeZone, LANG: `${locale.replaceAll('-', '_')}.UTF-8`, ...asNode() };
}

/** Electron is told to be Node. */
export function asNode(): Record<string, string> {
  return 'electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {};
}

/** The runtime with the boot stub, behind `wall`, under the kernel's limits. */
export function commandLine(execPath: string, shape: ProcessShape, allowUnconfined: boolean, wall: OsWall = noWall): CommandLine {
  const known = process.allowedNodeEnvironmentFlags;
  const flags = optionalFlags.filter((flag) => known.has(flag));
  // A runtime that does not know the flag ends at once and says so; only a person can accept it without.
  if (known.has('--permission') || !allowUnconfined) flags.unshift('--permission');
  const args = [...flags, `--max-old-space-size=${shape.heapMb}`, '--eval', bootStub];
  const runtime = { command: execPath, args, env: environment(shape), cwd: parse(process.cwd()).root };
  return limited(wall.enclose(runtime), shape);
}

function limited(line: CommandLine, shape: ProcessShape): CommandLine {
  if (!existsSync(shell)) return line;
  const seconds = Math.ceil(shape.cpuMs / 1000) + kernelGraceSeconds;
  const args = ['-c', shellScript, 'code-mode', String(seconds), String(seconds + 1), line.command, ...line.args];
  return { ...line, command: shell, args };
}
