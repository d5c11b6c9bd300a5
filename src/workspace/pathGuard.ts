// Decides which files the workspace tools may touch. Links are followed first, and both what was asked and what it
// really is must be allowed.
import { deniedBy } from './deniedPaths.ts';
import { gitDirectoryAbove } from './gitDirectory.ts';
import { isChosen } from './glob.ts';
import { pathText, quoted, readPath } from './readPath.ts';
import { Refusal } from './refusal.ts';
import type { Place, WorkspaceFiles } from './workspaceFiles.ts';

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

  /** The real place of a file or folder that is there. Throws `Refusal`. */
  async existing(path: string, access: Access): Promise<Place> {
    const found = await this.find(path, access);
    if (!found.exists)
      throw new Refusal(`There is no ${quoted(path)} in the workspace. List what is there with tools.workspace.listFiles.`);
    return found.place;
  }

  /** The real place of what is there, or of what would be made: the nearest folder that is there is followed. Throws `Refusal`. */
  async find(path: string, access: Access): Promise<{ readonly place: Place; readonly exists: boolean }> {
    const asked = readPath(path, this.#files.folders());
    this.#check(asked, access);
    const missing: string[] = [];
    for (let at = asked; ; at = parentOf(at, path)) {
      const real = await this.#files.realPlace(at);
      if (real.kind === 'outside')
        throw new Refusal(`${quoted(path)} is a link that leads out of the workspace folder. Name a file inside.`);
      if (real.kind === 'inside') {
        const place = { folder: real.place.folder, path: [real.place.path, ...missing].filter((part) => part !== '').join('/') };
        this.#check(place, access);
        if (access === 'write') for (const written of [asked, place]) await this.#checkGit(written);
        return { place, exists: missing.length === 0 };
      }
      missing.unshift(at.path.slice(at.path.lastIndexOf('/') + 1));
    }
  }

  /** Whether a real place may be touched. */
  allows(place: Place, access: Access): boolean {
    return this.#problem(place, access) === undefined;
  }

  #check(place: Place, access: Access): void {
    const problem = this.#problem(place, access);
    if (problem !== undefined) throw new Refusal(problem);
  }

  async #checkGit(place: Place): Promise<void> {
    const folder = await gitDirectoryAbove(place, this.#files);
    if (folder === undefined) return;
    const name = folder.path === '' ? 'the workspace folder' : this.#quoted(folder);
    throw new Refusal(`${this.#quoted(place)} may not be written: ${name} is, or would become, a git directory, and no setting opens it.`);
  }

  #quoted(place: Place): string {
    return quoted(pathText(place, this.#files.folders()));
  }

  #problem(place: Place, access: Access): string | undefined {
    const path = this.#quoted(place);
    const denied = deniedBy(place.path, access);
    if (denied !== undefined) return `${path} may not be ${past[access]}: "${denied}" is protected, and no setting opens it.`;
    // The folder itself may be listed whenever something in it may be read.
    if (place.path === '' && access === 'read') return undefined;
    const globs = this.#allowed()[access];
    if (isChosen(globs, place.path)) return undefined;
    const open = globs.length === 0 ? 'no path is' : `only ${globs.map(quoted).join(', ')} ${globs.length === 1 ? 'is' : 'are'}`;
    return `${path} may not be ${past[access]}: ${open} open to it. The user can change this with ${setting[access]}; a script cannot.`;
  }
}

const past = { read: 'read', write: 'written' } as const;
const setting = {
  read: 'codeMode.workspace.readPaths (--read-paths on the terminal)',
  write: 'codeMode.workspace.writePaths (--write-paths on the terminal)',
} as const;

function parentOf({ folder, path }: Place, asked: string): Place {
  // A workspace folder that is not there has no parent that anybody may look at.
  if (path === '') throw new Refusal(`The workspace folder of ${quoted(asked)} is not there.`);
  return { folder, path: path.slice(0, Math.max(0, path.lastIndexOf('/'))) };
}
