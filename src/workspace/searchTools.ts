// The tools over all files: by path, and by text. They end by themselves: entries, matches and time have a bound.
import type { JsonObject } from '../catalog/json.ts';
import { matchesGlob } from './glob.ts';
import { inputText } from './inputText.ts';
import type { PathGuard } from './pathGuard.ts';
import { pathText } from './readPath.ts';
import { textOfBytes } from './textOfBytes.ts';
import type { Place, WorkspaceFiles } from './workspaceFiles.ts';

const LONGEST_SEARCH_MS = 10_000;
const MOST_ENTRIES = 200_000;
/** Larger files are hardly written by hand; they are not searched. */
const LARGEST_SEARCHED = 1024 * 1024;
const LONGEST_LINE = 300;

export class SearchTools {
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;

  constructor(files: WorkspaceFiles, guard: PathGuard) {
    this.#files = files;
    this.#guard = guard;
  }

  async findFiles(input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { limit = 500 } = input;
    const walk = new Walk(this.#files, this.#guard, inputText(input['pattern']), signal);
    const paths: string[] = [];
    for await (const { name } of walk.files()) {
      if (paths.length === limit) return { paths, truncated: true };
      paths.push(name);
    }
    return { paths, truncated: walk.cutShort };
  }

  async searchText(input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { limit = 200, include = '**' } = input;
    const fold = input['ignoreCase'] === true ? (text: string) => text.toLowerCase() : (text: string) => text;
    const query = fold(inputText(input['query']));
    const walk = new Walk(this.#files, this.#guard, inputText(include), signal);
    const matches: JsonObject[] = [];
    for await (const { place, name } of walk.files()) {
      const text = await this.#searchable(place);
      if (text === undefined || !fold(text).includes(query)) continue;
      for (const [index, line] of text.split('\n').entries()) {
        if (!fold(line).includes(query)) continue;
        if (matches.length === limit) return { matches, truncated: true };
        matches.push({ path: name, line: index + 1, text: line.slice(0, LONGEST_LINE) });
      }
    }
    return { matches, truncated: walk.cutShort };
  }

  async #searchable(place: Place): Promise<string | undefined> {
    try {
      const { size } = await this.#files.stat(place);
      return size > LARGEST_SEARCHED ? undefined : textOfBytes(await this.#files.read(place));
    } catch {
      return undefined; // It went away, or may not be read by this user: a search goes on.
    }
  }
}

/** All readable files that match a glob, folder by folder. Links are not followed, so what it finds is what it seems. */
class Walk {
  /** Whether a bound ended the walk before its end. */
  cutShort = false;
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;
  readonly #pattern: string;
  readonly #signal: AbortSignal;

  constructor(files: WorkspaceFiles, guard: PathGuard, pattern: string, signal: AbortSignal) {
    this.#files = files;
    this.#guard = guard;
    this.#pattern = pattern;
    this.#signal = signal;
  }

  async *files(): AsyncGenerator<{ readonly place: Place; readonly name: string }> {
    const folders = this.#files.folders();
    const end = performance.now() + LONGEST_SEARCH_MS;
    const open: Place[] = folders.map((_, folder) => ({ folder, path: '' })).reverse();
    let entries = 0;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const below: Place[] = [];
      for (const { name, kind } of await this.#entries(place)) {
        this.#signal.throwIfAborted();
        if (performance.now() > end || ++entries > MOST_ENTRIES) {
          this.cutShort = true;
          return;
        }
        const path = place.path === '' ? name : `${place.path}/${name}`;
        const inside = { folder: place.folder, path };
        if (kind === 'folder' && this.#enters(name)) below.push(inside);
        const shown = pathText(inside, folders);
        if (kind === 'file' && matchesGlob(this.#pattern, shown) && this.#guard.allows(inside, 'read'))
          yield { place: inside, name: shown };
      }
      open.push(...below.reverse());
    }
  }

  #enters(name: string): boolean {
    return name !== '.git' && (name !== 'node_modules' || this.#pattern.includes(name));
  }

  async #entries(place: Place) {
    try {
      const entries = [...(await this.#files.list(place))];
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      return []; // It went away, or may not be read by this user: a search goes on.
    }
  }
}
