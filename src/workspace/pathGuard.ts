// Decides which files the workspace tools may access. The guard follows links first; both the written path and the real
// path must be allowed.
import { deniedBy, foldedName } from './protectedNames.ts';
import { succeeds } from '../base/withTimeout.ts';
import { isChosen } from './glob.ts';
import { inside, parsePath, pathText, quotedPath } from './parsePath.ts';
import { WorkspaceError, type FileLocation, type WorkspaceFiles } from './workspaceFiles.ts';

type Access = 'read' | 'write';

/** Globs relative to each workspace folder; a glob that begins with `!` excludes paths that other globs allow. */
export interface AllowedPaths {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

export class PathGuard {
  readonly #files: WorkspaceFiles;
  readonly #allowed: () => AllowedPaths;

  constructor(files: WorkspaceFiles, allowed: () => AllowedPaths) {
    this.#files = files;
    this.#allowed = allowed;
  }

  /** Returns the real location of an existing file or folder. Throws `WorkspaceError`. */
  async existing(path: string, access: Access): Promise<FileLocation> {
    const found = await this.find(path, access);
    if (!found.exists)
      throw new WorkspaceError(`${quotedPath(path)} not found. List files with tools.workspace.listFiles.`);
    return found.location;
  }

  /**
   * Returns the real location. If the file does not exist yet, the links of its nearest existing folder are followed.
   * Throws `WorkspaceError`.
   */
  async find(
    path: string,
    access: Access,
  ): Promise<{ readonly location: FileLocation; readonly exists: boolean }> {
    const asked = parsePath(path, this.#files.folders());
    this.#check(asked, access);
    const missing: string[] = [];
    for (let at = asked; ; at = parentOf(at, path)) {
      const real = await this.#files.resolveLinks(at);
      if (real.kind === 'outside')
        throw new WorkspaceError(`${quotedPath(path)} is a link out of the workspace.`);
      if (real.kind === 'inside') {
        const location = {
          folder: real.location.folder,
          path: [real.location.path, ...missing].filter((part) => part !== '').join('/'),
        };
        this.#check(location, access);
        if (access === 'write') for (const written of [asked, location]) await this.#checkGit(written);
        return { location, exists: missing.length === 0 };
      }
      missing.unshift(at.path.slice(at.path.lastIndexOf('/') + 1));
    }
  }

  /** True if a real location may be accessed. */
  allows(location: FileLocation, access: Access): boolean {
    return this.#problem(location, access) === undefined;
  }

  #check(location: FileLocation, access: Access): void {
    const problem = this.#problem(location, access);
    if (problem !== undefined) throw new WorkspaceError(problem);
  }

  async #checkGit(location: FileLocation): Promise<void> {
    const folder = await gitDirectoryAbove(location, this.#files);
    if (folder === undefined) return;
    const name = folder.path === '' ? 'the workspace folder' : this.#quoted(folder);
    throw new WorkspaceError(
      `${this.#quoted(location)} may not be written: ${name} is or would be a git directory; no setting opens it.`,
    );
  }

  #quoted(location: FileLocation): string {
    return quotedPath(pathText(location, this.#files.folders()));
  }

  #problem(location: FileLocation, access: Access): string | undefined {
    const path = this.#quoted(location);
    const denied = deniedBy(location.path, access);
    if (denied !== undefined)
      return `${path} may not be ${past[access]}: "${denied}" is protected; no setting opens it.`;
    // The workspace folder itself may always be listed; its entries are checked one by one.
    if (location.path === '' && access === 'read') return undefined;
    const globs = this.#allowed()[access];
    if (isChosen(globs, location.path)) return undefined;
    const open =
      globs.length === 0
        ? 'no path is'
        : `only ${globs.map(quotedPath).join(', ')} ${globs.length === 1 ? 'is' : 'are'}`;
    return `${path} may not be ${past[access]}: ${open} open to it. Only the user can change ${setting[access]}.`;
  }
}

const past = { read: 'read', write: 'written' } as const;
const setting = {
  read: 'codeMode.workspace.readPaths (--read-paths on the terminal)',
  write: 'codeMode.workspace.writePaths (--write-paths on the terminal)',
} as const;

function parentOf({ folder, path }: FileLocation, asked: string): FileLocation {
  if (path === '') throw new WorkspaceError(`No workspace folder for ${quotedPath(asked)}.`);
  return { folder, path: path.slice(0, Math.max(0, path.lastIndexOf('/'))) };
}

/**
 * True if a folder is a git directory. Git accepts any folder with HEAD, objects and refs, whatever its name
 * (`is_git_directory` in its setup.c), and runs commands from its `config` and `hooks`. With `commondir`, as in a
 * worktree, objects and refs are elsewhere.
 */
const isGitDirectory = async (has: (name: string) => Promise<boolean>): Promise<boolean> =>
  (await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs'))));

/**
 * Returns the outermost folder on the way to `location` that is a git directory, or that becomes one when `location` is
 * written.
 */
async function gitDirectoryAbove(
  location: FileLocation,
  files: WorkspaceFiles,
): Promise<FileLocation | undefined> {
  const names = location.path.split('/');
  for (const [index, next] of names.entries()) {
    const folder = { ...location, path: names.slice(0, index).join('/') };
    const made = foldedName(next);
    // Git runs as the same user, so it cannot read an unreadable folder either.
    const has = async (name: string): Promise<boolean> =>
      made === name.toLowerCase() || succeeds(files.stat(inside(folder, name)));
    if (await isGitDirectory(has)) return folder;
  }
  return undefined;
}
