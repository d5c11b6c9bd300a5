// Which program a command means on Windows, where the system looks into the current folder before the PATH: a repository
// with an `npx.cmd` would be what `npx` starts. VS Code 1.139 looks into the PATH first, too. What is nowhere is known here:
// `cmd.exe`, which would be asked to start it, ends with a code that says little.
import { lstat } from 'node:fs/promises';
import { win32 } from 'node:path';
import type { Environment } from '../../definitions/launchEnvironment.ts';

interface CommandSearch {
  /** The folder in which the program is to run. */
  readonly cwd: string;
  /** The environment that it is started with. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly isFile?: (path: string) => Promise<boolean>;
}

const usualEndings = '.COM;.EXE;.BAT;.CMD';

/** The path of the program, undefined where there is none. Elsewhere than on Windows the system is left to look for `command`. */
export async function findCommand(
  command: string,
  { cwd, env, platform, isFile = isFileOnDisk }: CommandSearch,
): Promise<string | undefined> {
  if (platform !== 'win32') return command;
  const listed = valueOf(env, 'PATH').split(';').map(unquoted).filter(isWholePath);
  const folders = /[\\/:]/.test(command) ? [cwd] : [...listed, cwd];
  const endings = (valueOf(env, 'PATHEXT') || usualEndings).split(';').filter((ending) => ending !== '');
  const inEach = (tried: readonly string[]) => folders.flatMap((folder) => tried.map((ending) => win32.resolve(folder, command + ending)));
  // npm's scripts for other systems have no ending: they count only where no folder has a program.
  const paths = win32.extname(command) === '' ? [...inEach(endings), ...inEach([''])] : inEach([...endings, '']);
  for (const path of paths) if (await isFile(path)) return path;
  return undefined;
}

/** `Path` and `PATH` are one variable. */
function valueOf(env: Environment, name: string): string {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
}

function unquoted(folder: string): string {
  return folder.replace(/^"(.*)"$/, '$1');
}

/** Of a drive or a share; what depends on the current folder is passed over. */
function isWholePath(folder: string): boolean {
  return /^([a-z]:|\\)[\\/]/i.test(folder);
}

/** Not followed: the aliases of apps from the Store are links that lead to nothing that can be read. */
async function isFileOnDisk(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === false;
}
