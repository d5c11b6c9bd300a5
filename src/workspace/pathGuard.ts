// Decides which files the workspace tools may touch. Links are followed first, and both what was asked and what it
// really is must be allowed.
import { deniedBy } from './deniedPaths.ts';
import { gitDirectoryAbove } from './gitDirectory.ts';
import { isChosen } from './glob.ts';
import { pathText, quoted, parsePath } from './parsePath.ts';
import { WorkspaceError } from './workspaceError.ts';
import type { FileLocation, WorkspaceFiles } from './workspaceFiles.ts';

export type Access = 'read' | 'write';

/** Globs relative to each workspace folder; one that begins with `!` takes away what the others give. */
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

  /** The real location of a file or folder that is there. Throws `WorkspaceError`. */
  async existing(path: string, access: Access): Promise<FileLocation> {
    const found = await this.find(path, access);
    if (!found.exists)
      throw new WorkspaceError(`There is no ${quoted(path)} in the workspace. List what is there with tools.workspace.listFiles.`);
    return found.location;
  }

  /** The real location of what is there, or of what would be made: the nearest folder that is there is followed. Throws `WorkspaceError`. */
  async find(path: string, access: Access): Promise<{ readonly location: FileLocation; readonly exists: boolean }> {
    const asked = parsePath(path, this.#files.folders());
    this.#check(asked, access);
    const missing: string[] = [];
    for (let at = asked; ; at = parentOf(at, path)) {
      const real = await this.#files.resolveLinks(at);
      if (real.kind === 'outside')
        throw new WorkspaceError(`${quoted(path)} is a link that leads out of the workspace folder. Name a file inside.`);
      if (real.kind === 'inside') {
        const location = { folder: real.location.folder, path: [real.location.path, ...missing].filter((part) => part !== '').join('/') };
        this.#check(location, access);
        if (access === 'write') for (const written of [asked, location]) await this.#checkGit(written);
        return { location, exists: missing.length === 0 };
      }
      missing.unshift(at.path.slice(at.path.lastIndexOf('/') + 1));
    }
  }

  /** Whether a real location may be touched. */
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
      `${this.#quoted(location)} may not be written: ${name} is, or would become, a git directory, and no setting opens it.`,
    );
  }

  #quoted(location: FileLocation): string {
    return quoted(pathText(location, this.#files.folders()));
  }

  #problem(location: FileLocation, access: Access): string | undefined {
    const path = this.#quoted(location);
    const denied = deniedBy(location.path, access);
    if (denied !== undefined) return `${path} may not be ${past[access]}: "${denied}" is protected, and no setting opens it.`;
    // The folder itself may be listed whenever something in it may be read.
    if (location.path === '' && access === 'read') return undefined;
    const globs = this.#allowed()[access];
    if (isChosen(globs, location.path)) return undefined;
    const open = globs.length === 0 ? 'no path is' : `only ${globs.map(quoted).join(', ')} ${globs.length === 1 ? 'is' : 'are'}`;
    return `${path} may not be ${past[access]}: ${open} open to it. The user can change this with ${setting[access]}; a script cannot.`;
  }
}

const past = { read: 'read', write: 'written' } as const;
const setting = {
  read: 'codeMode.workspace.readPaths (--read-paths on the terminal)',
  write: 'codeMode.workspace.writePaths (--write-paths on the terminal)',
} as const;

function parentOf({ folder, path }: FileLocation, asked: string): FileLocation {
  // A workspace folder that is not there has no parent that anybody may look at.
  if (path === '') throw new WorkspaceError(`The workspace folder of ${quoted(asked)} is not there.`);
  return { folder, path: path.slice(0, Math.max(0, path.lastIndexOf('/'))) };
}
