// Finds the operating system's program for confining processes, or the reason why there is none and what the user can
// do. If confinement is required, a trial starts the runtime with it. The search takes place once, before the first
// sandbox process.
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../base/systemPrograms.ts';
import { asNode } from './commandLine.ts';
import { bubblewrap, childrenFile, seatbelt, type CommandLine, type OsConfinement } from './osConfinement.ts';

interface ConfinementSearch {
  readonly platform: NodeJS.Platform;
  /** Folders of programs, in the format of the PATH variable. */
  readonly path: string;
  readonly execPath: string;
}

/** `why` is one or more sentences for the user. */
export type ConfinementFinding =
  | { readonly ok: true; readonly wall: OsConfinement; /** Path of its program. */ readonly program?: string }
  | { readonly ok: false; readonly why: string };

const makers = {
  linux: {
    program: 'bwrap',
    make: bubblewrap,
    whenMissing: 'Install bubblewrap (apt-get install bubblewrap).',
    whenFailing:
      "Allow it user namespaces: kernel.unprivileged_userns_clone=1, an AppArmor profile for bwrap, or the container's settings.",
  },
  darwin: {
    program: 'sandbox-exec',
    make: seatbelt,
    whenMissing: 'macOS has it in /usr/bin.',
    whenFailing: 'The system rejects its profile.',
  },
} as const;

/** Program that the runtime runs unconfined, to list the libraries that it needs when confined. */
const listLibraries =
  'process.report.excludeNetwork = true; console.log(JSON.stringify(process.report.getReport().sharedObjects))';

const tryLimitMs = 5_000;

/** Returns the confinement of this operating system; with `trial`, only if the runtime starts with it. */
export async function findOsConfinement(
  { platform, path, execPath }: ConfinementSearch,
  trial = true,
): Promise<ConfinementFinding> {
  if (platform !== 'linux' && platform !== 'darwin')
    return { ok: false, why: `${platform} is not supported.` };
  const { program, make, whenMissing } = makers[platform];
  const command = findOnPath(program, platform === 'darwin' ? '/usr/bin' : path);
  if (command === undefined) return { ok: false, why: `${program} is not on PATH. ${whenMissing}` };
  const children = childrenFile(process.pid);
  if (platform === 'linux' && !existsSync(children))
    return { ok: false, why: `This kernel lacks ${children}, which measures scripts' time and memory.` };
  try {
    const executable = realpathSync(execPath);
    const runtime = { command: executable, env: asNode(), cwd: '/' };
    const own = execPath === process.execPath ? ownLibraries() : [];
    const libraries =
      own.length > 0
        ? own
        : filesIn(JSON.parse(await outputOf({ ...runtime, args: ['--eval', listLibraries] })));
    const wall = make(command, { executable, libraries });
    if (trial) await outputOf(wall.enclose({ ...runtime, args: ['--eval', '0'] }));
    return { ok: true, wall, program: command };
  } catch (error) {
    return { ok: false, why: whyConfinementFailed(platform, command, reasonOf(error)) };
  }
}

/**
 * Returns the message for a `command` with which the runtime does not start. `reason` is the error that the command
 * printed.
 */
export function whyConfinementFailed(platform: NodeJS.Platform, command: string, reason: string): string {
  const advice = platform === 'linux' || platform === 'darwin' ? makers[platform].whenFailing : '';
  return `${command} does not work here (${reason.split('\n')[0]?.slice(0, 300) ?? ''}). ${advice}`;
}

/**
 * Returns the libraries of this process, without starting another one. Electron is not asked, because other code shares
 * its process.
 */
function ownLibraries(): string[] {
  if ('electron' in process.versions) return [];
  // Node's types lack this property.
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  // The report would look up host names.
  report.excludeNetwork = true;
  const made: object = report.getReport();
  report.excludeNetwork = excludeNetwork;
  const loaded = 'sharedObjects' in made ? filesIn(made.sharedObjects) : [];
  // Files that belong to add-ons of the host may have been deleted meanwhile.
  return loaded.filter((file) => !file.endsWith('.node') && existsSync(file));
}

/** Returns the output of the command. Rejects if the command fails or takes too long. */
async function outputOf({ command, args, env, cwd }: CommandLine): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { env, cwd, timeout: tryLimitMs });
  return stdout;
}

/** Returns the libraries that are files; the kernel's own library is none. */
function filesIn(list: unknown): string[] {
  if (!Array.isArray(list)) throw new TypeError('The runtime does not list its libraries');
  return list.filter((file): file is string => typeof file === 'string' && isAbsolute(file));
}

/** Returns the error output of the program, if it wrote any. */
function reasonOf(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  return said.trim() === '' ? String(error) : said.trim();
}
