// The terminal's caches, in the operating system's folder for caches.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Observed outputs are those of the servers of `workspaceFolder`; the rest is shared. */
export function cachePaths(workspaceFolder: string) {
  const root = cacheFolder();
  const workspace = createHash('sha256').update(resolve(workspaceFolder)).digest('hex').slice(0, 16);
  return {
    observedOutputs: join(root, `observed-${workspace}.json`),
    toolLists: join(root, 'tools'),
    failedStarts: join(root, 'failed'),
    checkedScripts: join(root, 'checked'),
    compiledCode: join(root, 'code'),
    declarations: join(root, 'declarations.json'),
  };
}

/** Of the program itself, whatever the workspace. Node makes a folder in it for each of its versions. */
export function moduleCache(): string {
  return join(cacheFolder(), 'modules');
}

/** XDG Base Directory Specification, which ignores relative paths; `~/Library/Caches` on macOS; `%LOCALAPPDATA%` on Windows. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'code-mode');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'code-mode');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'code-mode');
  return join(homedir(), '.cache', 'code-mode');
}
