// Paths of the caches of the CLI, in the operating system's folder for caches. The editor writes its usage records
// there too, because the CLI shows them.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Observed outputs, media, calls and usage belong to `workspaceFolder`; all other caches are shared. */
export function cachePaths(workspaceFolder: string) {
  const root = cacheFolder();
  const workspace = workspaceHash(workspaceFolder);
  return {
    observedOutputs: join(root, `observed-${workspace}.json`),
    observedMedia: join(root, `media-${workspace}.json`),
    toolCalls: join(root, `calls-${workspace}.json`),
    toolLists: join(root, 'tools'),
    failedStarts: join(root, 'failed'),
    checkedScripts: join(root, 'checked'),
    compiledCode: join(root, 'code'),
    declarations: join(root, 'declarations.json'),
    usage: join(root, `usage-${workspace}`),
  };
}

/**
 * Returns an identifier of a workspace for names of files. The editor may know a folder by a link to it, a terminal
 * knows its real path.
 */
export function workspaceHash(workspaceFolder: string): string {
  const folder = realPath(resolve(workspaceFolder));
  // VS Code writes the drive letter in lower case.
  const name = process.platform === 'win32' ? folder.toLowerCase() : folder;
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

/** Returns the path itself if there is no such folder. */
function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** Returns the folder of the module cache, which all workspaces share. Node makes a folder in it for each version. */
export function moduleCache(): string {
  return join(cacheFolder(), 'modules');
}

function cacheFolder(): string {
  return programFolder(process.env['XDG_CACHE_HOME'], 'Caches', '.cache');
}

/**
 * Returns a folder by the XDG Base Directory Specification, which ignores relative paths; on macOS
 * `~/Library/<library>`; on Windows `%LOCALAPPDATA%`; otherwise a folder in the home folder.
 */
export function programFolder(xdg: string | undefined, library: string, other: string): string {
  const { LOCALAPPDATA } = process.env;
  if (xdg && isAbsolute(xdg)) return join(xdg, 'code-mode');
  if (process.platform === 'darwin') return join(homedir(), 'Library', library, 'code-mode');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'code-mode');
  return join(homedir(), other, 'code-mode');
}
