// A git directory is known by what it holds, not by its name: git takes any folder for one that has HEAD, objects and refs, and
// runs what its `config` and `hooks` say (core.fsmonitor at each `git status`). One that a script can write must not exist.
import { foldedName } from './deniedPaths.ts';
import type { FileLocation, WorkspaceFiles } from './workspaceFiles.ts';

/** As git asks (`is_git_directory` in its setup.c): with `commondir`, a worktree's, the other two are elsewhere. */
const isGitDirectory = async (has: (name: string) => Promise<boolean>): Promise<boolean> =>
  (await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs'))));

/** The outermost folder on the way to a location that is a git directory, or would be if the location were written. */
export async function gitDirectoryAbove(location: FileLocation, files: WorkspaceFiles): Promise<FileLocation | undefined> {
  const names = location.path.split('/');
  for (const [index, next] of names.entries()) {
    const folder = names.slice(0, index).join('/');
    const made = foldedName(next);
    const has = async (name: string): Promise<boolean> =>
      made === name.toLowerCase() || isThere({ ...location, path: folder === '' ? name : `${folder}/${name}` }, files);
    if (await isGitDirectory(has)) return { ...location, path: folder };
  }
  return undefined;
}

async function isThere(location: FileLocation, files: WorkspaceFiles): Promise<boolean> {
  try {
    await files.stat(location);
    return true;
  } catch {
    return false; // nor can git see what this user may not look at
  }
}
