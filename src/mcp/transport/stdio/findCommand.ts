// Finds the program of a command on Windows, where the system searches the current folder before the PATH, so that
// `npx` would start an `npx.cmd` in a repository. VS Code 1.139 also searches the PATH first. This search also detects
// a missing program; otherwise `cmd.exe` would try to start the program and exit with an unhelpful code.
import { lstat } from 'node:fs/promises';
import { win32 } from 'node:path';
import type { Environment } from '../../definitions/index.ts';

interface CommandSearch {
  /** Folder in which the program runs. */
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly isFile?: (path: string) => Promise<boolean>;
}

const usualEndings = '.COM;.EXE;.BAT;.CMD';

/**
 * Returns the path of the program; undefined if there is none. On other systems than Windows, returns `command`
 * unchanged, and the system searches.
 */
export async function findCommand(
  command: string,
  { cwd, env, platform, isFile = isFileOnDisk }: CommandSearch,
): Promise<string | undefined> {
  if (platform !== 'win32') return command;
  const listed = valueOf(env, 'PATH').split(';').map(unquoted).filter(isWholePath);
  const folders = /[\\/:]/.test(command) ? [cwd] : [...listed, cwd];
  const endings = (valueOf(env, 'PATHEXT') || usualEndings).split(';').filter((ending) => ending !== '');
  const inEach = (tried: readonly string[]) =>
    folders.flatMap((folder) => tried.map((ending) => win32.resolve(folder, command + ending)));
  // npm installs scripts without an extension for other systems. They count only if no folder has a program.
  const paths =
    win32.extname(command) === '' ? [...inEach(endings), ...inEach([''])] : inEach([...endings, '']);
  for (const path of paths) if (await isFile(path)) return path;
  return undefined;
}

/** Names of variables are case-insensitive on Windows, so `Path` and `PATH` are one variable. */
export function valueOf(env: Environment, name: string): string {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
}

function unquoted(folder: string): string {
  return folder.replace(/^"(.*)"$/, '$1');
}

/** True for an absolute path on a drive or a share. Paths that depend on the current folder are skipped. */
function isWholePath(folder: string): boolean {
  return /^([a-z]:|\\)[\\/]/i.test(folder);
}

/** Uses `lstat`, because aliases of Store apps are links whose targets cannot be read. */
async function isFileOnDisk(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === false;
}
