// Lists all readable files of the workspace, folder by folder. Links are not followed, so each path is a real path.
import { isIgnored, readGitignore, type Gitignore } from './gitignore.ts';
import { matchesGlob } from './glob.ts';
import type { PathGuard } from './pathGuard.ts';
import { inside, pathText } from './parsePath.ts';
import { textOfSmall } from './fileText.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { Entry, FileLocation, WorkspaceFiles } from './workspaceFiles.ts';

const LONGEST_WALK_MS = 10_000;
const MOST_ENTRIES = 200_000;
const LARGEST_GITIGNORE = 100_000;
/** Maximum number of globs of the editor's settings: a workspace may write any number, for each entry to be matched. */
const MOST_EXCLUDES = 500;

interface WalkOptions {
  /** Decides by the path of a file, as scripts write it. */
  readonly isWanted: (path: string) => boolean;
  /** Decides by the path of a file or folder; the content of an unwanted folder is left out, too. */
  readonly isUnwanted: (path: string) => boolean;
  /** True if node_modules and the files that `.gitignore` and the editor's settings exclude are listed, too. */
  readonly includeIgnored: boolean;
}

interface OpenFolder {
  readonly location: FileLocation;
  /** Globs that the user excludes in the workspace folder of this folder. */
  readonly excludes: readonly string[];
  /** The `.gitignore` files of the folders above this one. */
  readonly gitignores: readonly Gitignore[];
}

export class Walk {
  /** True if a limit ended the walk. */
  cutShort = false;
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;
  readonly #options: WalkOptions;
  readonly #signal: AbortSignal;

  constructor(files: WorkspaceFiles, guard: PathGuard, options: WalkOptions, signal: AbortSignal) {
    this.#files = files;
    this.#guard = guard;
    this.#options = options;
    this.#signal = signal;
  }

  async *files(): AsyncGenerator<{ readonly location: FileLocation; readonly path: string }> {
    const end = performance.now() + LONGEST_WALK_MS;
    const slice = new TimeSlice();
    const open = this.#roots().reverse();
    let seen = 0;
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = await this.#entries(folder.location);
      const here = { ...folder, gitignores: await this.#gitignoresIn(folder, entries) };
      const below: OpenFolder[] = [];
      for (const { name, kind } of entries) {
        if (slice.isOver) await slice.yieldIfOver();
        this.#signal.throwIfAborted();
        if (performance.now() > end || ++seen > MOST_ENTRIES) {
          this.cutShort = true;
          return;
        }
        const location = inside(folder.location, name);
        const path = pathText(location, this.#files.folders());
        if (
          (kind !== 'folder' && kind !== 'file') ||
          this.#isLeftOut(location, path, kind === 'folder', here)
        )
          continue;
        if (kind === 'folder') below.push({ ...here, location });
        else if (this.#options.isWanted(path) && this.#guard.allows(location, 'read'))
          yield { location, path };
      }
      open.push(...below.reverse());
    }
  }

  #roots(): OpenFolder[] {
    const { includeIgnored } = this.#options;
    return this.#files.folders().map((_, folder) => ({
      location: { folder, path: '' },
      excludes: includeIgnored ? [] : (this.#files.excludes?.(folder) ?? []).slice(0, MOST_EXCLUDES),
      gitignores: [],
    }));
  }

  #isLeftOut(
    location: FileLocation,
    path: string,
    isFolder: boolean,
    { excludes, gitignores }: OpenFolder,
  ): boolean {
    const name = location.path.slice(location.path.lastIndexOf('/') + 1);
    if ((isFolder && name === '.git') || this.#options.isUnwanted(path)) return true;
    if (this.#options.includeIgnored) return false;
    return (
      (isFolder && name === 'node_modules') ||
      excludes.some((glob) => matchesGlob(glob, location.path)) ||
      isIgnored(location.path, isFolder, gitignores)
    );
  }

  async #gitignoresIn(
    { location, gitignores }: OpenFolder,
    entries: readonly Entry[],
  ): Promise<readonly Gitignore[]> {
    const isThere = entries.some(({ name, kind }) => name === '.gitignore' && kind === 'file');
    if (this.#options.includeIgnored || !isThere) return gitignores;
    const text = await textOfSmall(this.#files, inside(location, '.gitignore'), LARGEST_GITIGNORE);
    return text === undefined ? gitignores : [...gitignores, readGitignore(text, location.path)];
  }

  async #entries(location: FileLocation): Promise<readonly Entry[]> {
    try {
      return (await this.#files.list(location)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      return []; // deleted meanwhile, or unreadable
    }
  }
}
