// The terminal's caches, in the operating system's folder for caches. The editor keeps there what the terminal shows, too: the usage.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Observed outputs and usage are those of `workspaceFolder`; the rest is shared. */
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

/** Stands for a workspace in the names of its files. */
export function workspaceHash(workspaceFolder: string): string {
  const folder = resolve(workspaceFolder);
  // VS Code writes the drive's letter small.
  const name = process.platform === 'win32' ? folder.toLowerCase() : folder;
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

/** Of the program itself, whatever the workspace. Node makes a folder in it for each of its versions. */
export function moduleCache(): string {
  return join(cacheFolder(), 'modules');
}

function cacheFolder(): string {
  return programFolder(process.env['XDG_CACHE_HOME'], 'Caches', '.cache');
}

/** XDG Base Directory Specification, which ignores relative paths; on macOS `~/Library/<library>`; `%LOCALAPPDATA%` on Windows; else below the home. */
export function programFolder(xdg: string | undefined, library: string, other: string): string {
  const { LOCALAPPDATA } = process.env;
  if (xdg && isAbsolute(xdg)) return join(xdg, 'code-mode');
  if (process.platform === 'darwin') return join(homedir(), 'Library', library, 'code-mode');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'code-mode');
  return join(homedir(), other, 'code-mode');
}
