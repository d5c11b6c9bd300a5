// All files of the workspace that may be read, folder by folder. Links are not followed, so what is found is what it seems.
import { isIgnored, readGitignore, type Gitignore } from './gitignore.ts';
import { matchesGlob } from './glob.ts';
import type { PathGuard } from './pathGuard.ts';
import { pathText } from './readPath.ts';
import { textOfBytes } from './textOfBytes.ts';
import type { Entry, Place, WorkspaceFiles } from './workspaceFiles.ts';

const LONGEST_WALK_MS = 10_000;
const MOST_ENTRIES = 200_000;
const LARGEST_GITIGNORE = 100_000;

export interface WalkOptions {
  /** Whether a file is asked for, by its path as scripts write it. */
  readonly isWanted: (path: string) => boolean;
  /** Whether a file or folder is not, whatever is below it. */
  readonly isUnwanted: (path: string) => boolean;
  /** Also what `.gitignore` and the editor's settings leave out, and node_modules. */
  readonly includeIgnored: boolean;
}

interface OpenFolder {
  readonly place: Place;
  /** Of its workspace folder. */
  readonly excludes: readonly string[];
  /** Of the folders above it. */
  readonly gitignores: readonly Gitignore[];
}

export class Walk {
  /** Whether a bound ended the walk before its end. */
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

  async *files(): AsyncGenerator<{ readonly place: Place; readonly path: string }> {
    const end = performance.now() + LONGEST_WALK_MS;
    const open = this.#roots().reverse();
    let seen = 0;
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = await this.#entries(folder.place);
      const here = { ...folder, gitignores: await this.#gitignoresIn(folder, entries) };
      const below: OpenFolder[] = [];
      for (const { name, kind } of entries) {
        this.#signal.throwIfAborted();
        if (performance.now() > end || ++seen > MOST_ENTRIES) {
          this.cutShort = true;
          return;
        }
        const place = { folder: folder.place.folder, path: joined(folder.place.path, name) };
        const path = pathText(place, this.#files.folders());
        if ((kind !== 'folder' && kind !== 'file') || this.#isLeftOut(place, path, kind === 'folder', here)) continue;
        if (kind === 'folder') below.push({ ...here, place });
        else if (this.#options.isWanted(path) && this.#guard.allows(place, 'read')) yield { place, path };
      }
      open.push(...below.reverse());
    }
  }

  #roots(): OpenFolder[] {
    const { includeIgnored } = this.#options;
    return this.#files.folders().map((_, folder) => ({
      place: { folder, path: '' },
      excludes: includeIgnored ? [] : (this.#files.excludes?.(folder) ?? []),
      gitignores: [],
    }));
  }

  #isLeftOut(place: Place, path: string, isFolder: boolean, { excludes, gitignores }: OpenFolder): boolean {
    const name = place.path.slice(place.path.lastIndexOf('/') + 1);
    if ((isFolder && name === '.git') || this.#options.isUnwanted(path)) return true;
    if (this.#options.includeIgnored) return false;
    return (
      (isFolder && name === 'node_modules') ||
      excludes.some((glob) => matchesGlob(glob, place.path)) ||
      isIgnored(place.path, isFolder, gitignores)
    );
  }

  async #gitignoresIn({ place, gitignores }: OpenFolder, entries: readonly Entry[]): Promise<readonly Gitignore[]> {
    const isThere = entries.some(({ name, kind }) => name === '.gitignore' && kind === 'file');
    if (this.#options.includeIgnored || !isThere) return gitignores;
    const text = await this.#text({ ...place, path: joined(place.path, '.gitignore') });
    return text === undefined ? gitignores : [...gitignores, readGitignore(text, place.path)];
  }

  async #text(place: Place): Promise<string | undefined> {
    try {
      const { size } = await this.#files.stat(place);
      return size > LARGEST_GITIGNORE ? undefined : textOfBytes(await this.#files.read(place));
    } catch {
      return undefined; // It went away: the walk goes on.
    }
  }

  async #entries(place: Place): Promise<readonly Entry[]> {
    try {
      const entries = [...(await this.#files.list(place))];
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      return []; // It went away, or may not be read by this user: the walk goes on.
    }
  }
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
