// A git directory is known by what it holds, not by its name: git takes any folder for one that has HEAD, objects and refs, and
// runs what its `config` and `hooks` say (core.fsmonitor at each `git status`). One that a script can write must not exist.
import { foldedName } from './deniedPaths.ts';
import type { Place, WorkspaceFiles } from './workspaceFiles.ts';

/** As git asks (`is_git_directory` in its setup.c): with `commondir`, a worktree's, the other two are elsewhere. */
const isGitDirectory = async (has: (name: string) => Promise<boolean>): Promise<boolean> =>
  (await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs'))));

/** The outermost folder on the way to a place that is a git directory, or would be if the place were written. */
export async function gitDirectoryAbove(place: Place, files: WorkspaceFiles): Promise<Place | undefined> {
  const names = place.path.split('/');
  for (const [index, next] of names.entries()) {
    const folder = names.slice(0, index).join('/');
    const made = foldedName(next);
    const has = async (name: string): Promise<boolean> =>
      made === name.toLowerCase() || isThere({ ...place, path: folder === '' ? name : `${folder}/${name}` }, files);
    if (await isGitDirectory(has)) return { ...place, path: folder };
  }
  return undefined;
}

async function isThere(place: Place, files: WorkspaceFiles): Promise<boolean> {
  try {
    await files.stat(place);
    return true;
  } catch {
    return false; // nor can git see what this user may not look at
  }
}
