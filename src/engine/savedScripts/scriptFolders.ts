// Determines the folders of saved scripts: the folder of the workspace, and the folders in settings.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { ScriptFolder } from './scriptFiles.ts';

/** Path of the scripts in each workspace folder. */
export const defaultScriptFolder = join('.code-mode', 'scripts');

/** A folder that a setting names. */
interface NamedFolder {
  readonly path: string;
  /** A user may name any folder, a workspace only folders within itself. */
  readonly by: 'user' | 'workspace';
}

const mostFolders = 20;

/**
 * `workspace` is an absolute path. Relative paths are relative to it, and `~/` is the home folder of the user. Without
 * a workspace, only the absolute paths of the user count.
 */
export function scriptFolders(
  workspace: string | undefined,
  named: readonly NamedFolder[],
): readonly ScriptFolder[] {
  const own =
    workspace === undefined ? [] : [{ path: join(workspace, defaultScriptFolder), within: workspace }];
  const others = named.slice(0, mostFolders).flatMap(({ path, by }): readonly ScriptFolder[] => {
    const isFree = isAbsolute(path) || /^~[/\\]/.test(path);
    if (isFree) return by === 'user' ? [{ path: resolve(path.replace(/^~(?=[/\\])/, homedir())) }] : [];
    return path === '' || workspace === undefined
      ? []
      : [{ path: resolve(workspace, path), within: workspace }];
  });
  return [...own, ...others];
}

/** Reads the folders of a setting, which may have any value. */
export function namedFolders(value: unknown, by: NamedFolder['by']): readonly NamedFolder[] {
  return Array.isArray(value)
    ? value.filter((path): path is string => typeof path === 'string').map((path) => ({ path, by }))
    : [];
}

/** Compares two paths, both in the form of the system, like the platform's file systems in their default setup. */
export function isSameFolder(one: string, other: string, platform = process.platform): boolean {
  return (
    one === other || (['win32', 'darwin'].includes(platform) && one.toLowerCase() === other.toLowerCase())
  );
}
