// Finds out whether the operating system's wall works here, by starting the runtime behind it, and what a person can do
// when it does not. Asked once, before the first sandbox process.
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { OsWallMode } from '../protocol/messages.ts';
import { asNode } from './commandLine.ts';
import { bubblewrap, childrenFile, noWall, seatbelt, type CommandLine, type OsWall } from './osWall.ts';

export interface WallSearch {
  readonly platform: NodeJS.Platform;
  /** Folders of programs, as the PATH lists them. */
  readonly path: string;
  readonly execPath: string;
}

/** `why` is one sentence or more for a person. */
export type WallFinding = { readonly ok: true; readonly wall: OsWall } | { readonly ok: false; readonly why: string };

const makers = {
  linux: {
    program: 'bwrap',
    make: bubblewrap,
    whenMissing: 'Install bubblewrap, for example with apt-get install bubblewrap.',
    whenFailing:
      'Allow it to make user namespaces: by kernel.unprivileged_userns_clone=1, by an AppArmor profile for bwrap, or by the settings of the container.',
  },
  darwin: {
    program: 'sandbox-exec',
    make: seatbelt,
    whenMissing: 'It is a part of macOS, in /usr/bin.',
    whenFailing: 'The system refuses its profile.',
  },
} as const;

/** Run by the runtime without a wall, to learn what it needs behind one. */
const listLibraries = 'process.report.excludeNetwork = true; console.log(JSON.stringify(process.report.getReport().sharedObjects))';

const tryLimitMs = 5_000;

/** The wall that `mode` asks for. `auto` takes none where there is none, and tells `note` so. */
export async function chooseOsWall(mode: OsWallMode, search: WallSearch, note: (text: string) => void): Promise<WallFinding> {
  if (mode === 'off') return { ok: true, wall: noWall };
  const found = await findOsWall(search);
  if (found.ok) return found;
  if (mode === 'auto') {
    note(`Scripts run without a wall of the operating system (codeMode.sandbox.os, --sandbox-os): ${found.why}`);
    return { ok: true, wall: noWall };
  }
  const why = `codeMode.sandbox.os (--sandbox-os) is "required", and there is no wall of the operating system: ${found.why}`;
  return { ok: false, why: `${why} Start Code Mode anew after a change, or choose "auto" or "off".` };
}

/** The wall of this operating system, if the runtime starts behind it. */
export async function findOsWall({ platform, path, execPath }: WallSearch): Promise<WallFinding> {
  if (platform !== 'linux' && platform !== 'darwin') return { ok: false, why: `Code Mode knows none for ${platform}.` };
  const { program, make, whenMissing, whenFailing } = makers[platform];
  const command = findProgram(program, path);
  if (command === undefined) return { ok: false, why: `${program} is not on the PATH. ${whenMissing}` };
  if (platform === 'linux' && !existsSync(childrenFile(process.pid))) {
    return { ok: false, why: `This kernel has no ${childrenFile(process.pid)}, by which the time and memory of a script are measured.` };
  }
  try {
    const executable = realpathSync(execPath);
    const runtime = { command: executable, env: asNode(), cwd: '/' };
    const list = await outputOf({ ...runtime, args: ['--eval', listLibraries] });
    const wall = make(command, { executable, libraries: readLibraries(list) });
    await outputOf(wall.enclose({ ...runtime, args: ['--eval', '0'] }));
    return { ok: true, wall };
  } catch (error) {
    return { ok: false, why: `${command} does not work here (${reasonOf(error)}). ${whenFailing}` };
  }
}

function findProgram(name: string, path: string): string | undefined {
  const files = path.split(delimiter).map((folder) => join(folder, name));
  return files.find((file) => isAbsolute(file) && isExecutable(file));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What the command prints. Rejects when it fails or takes too long. */
async function outputOf({ command, args, env, cwd }: CommandLine): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { env, cwd, timeout: tryLimitMs });
  return stdout;
}

/** The libraries with a file; the kernel's own has none. */
function readLibraries(json: string): string[] {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) throw new TypeError('The runtime does not list its libraries');
  return list.filter((file): file is string => typeof file === 'string' && isAbsolute(file));
}

/** What the program itself said, if it did. */
function reasonOf(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  const [line = ''] = (said.trim() === '' ? String(error) : said.trim()).split('\n');
  return line.slice(0, 300);
}
