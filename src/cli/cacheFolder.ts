// The terminal's caches, in the operating system's folder for caches.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** XDG Base Directory Specification, by which a relative path counts for nothing; `~/Library/Caches` on macOS; `%LOCALAPPDATA%` on Windows. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'code-mode');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'code-mode');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'code-mode');
  return join(homedir(), '.cache', 'code-mode');
}

/** The observed outputs of the servers of one folder. */
export function observedOutputsFile(folder: string): string {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  return join(cacheFolder(), `observed-${name}.json`);
}

/** What servers listed, a file each. */
export function listingsFolder(): string {
  return join(cacheFolder(), 'tools');
}

/** Which servers failed to start lately, a file each. */
export function failedStartsFolder(): string {
  return join(cacheFolder(), 'failed');
}

/** Which scripts had the right types, a file each. */
export function checkedScriptsFolder(): string {
  return join(cacheFolder(), 'checked');
}

/** What V8 made of our code. */
export function codeFolder(): string {
  return join(cacheFolder(), 'code');
}

/** The declarations of tools, whatever the folder: they depend on the tools alone. */
export function declarationsFile(): string {
  return join(cacheFolder(), 'declarations.json');
}
