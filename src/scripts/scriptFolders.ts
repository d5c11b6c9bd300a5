// Which folders have saved scripts: that of the workspace, and those that settings name.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { ScriptFolder } from './scriptFiles.ts';

/** In each workspace folder. */
export const defaultScriptFolder = join('.code-mode', 'scripts');

/** A folder as a setting names it. */
export interface NamedFolder {
  readonly path: string;
  /** A user may name any folder, a workspace those within itself. */
  readonly by: 'user' | 'workspace';
}

const mostFolders = 20;

/**
 * `workspace`: an absolute path. Relative paths are relative to it; `~/` is the user's home. Without a workspace only the absolute paths
 * that a user named count.
 */
export function scriptFolders(workspace: string | undefined, named: readonly NamedFolder[]): readonly ScriptFolder[] {
  const own = workspace === undefined ? [] : [{ path: join(workspace, defaultScriptFolder), within: workspace }];
  const others = named.slice(0, mostFolders).flatMap(({ path, by }): readonly ScriptFolder[] => {
    const isFree = isAbsolute(path) || /^~[/\\]/.test(path);
    if (isFree) return by === 'user' ? [{ path: resolve(path.replace(/^~(?=[/\\])/, homedir())) }] : [];
    return path === '' || workspace === undefined ? [] : [{ path: resolve(workspace, path), within: workspace }];
  });
  return [...own, ...others];
}

/** Of a setting, which may hold anything. */
export function namedFolders(value: unknown, by: NamedFolder['by']): readonly NamedFolder[] {
  return Array.isArray(value) ? value.filter((path): path is string => typeof path === 'string').map((path) => ({ path, by })) : [];
}

/** As the platform's file systems compare names unless somebody set them up otherwise. Both as the system writes paths. */
export function isSameFolder(one: string, other: string, platform = process.platform): boolean {
  return one === other || (['win32', 'darwin'].includes(platform) && one.toLowerCase() === other.toLowerCase());
}
