// JSON files that survive the process, one for each key, so that windows which share the folder do not overwrite each
// other's content. The content can always be recomputed, so a damaged, large or unwritable file costs only time.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonBounded } from './readFileBounded.ts';
import { draftSuffix, isMissing, writeFileAtomic } from './writeFileAtomic.ts';

interface CacheFolderOptions {
  /** Path of the folder; if undefined, nothing is read or written. */
  readonly folder: string | undefined;
  /** Name of the content for log messages, such as `The tools of servers`. */
  readonly what: string;
  readonly log: (line: string) => void;
  /** Maximum number of files; the oldest are removed. Default: 500. */
  readonly mostFiles?: number;
}

const MOST_FILES = 500;
/** Maximum size of one file in bytes, about ten times the largest known list of tools. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Age in milliseconds above which a draft counts as left behind by a killed process. */
const DRAFT_MS = 60 * 60 * 1_000;

export class CacheFolder {
  readonly #options: CacheFolderOptions;
  /** The last write of each key. */
  readonly #writing = new Map<string, Promise<void>>();
  #tidied: Promise<void> | undefined;

  constructor(options: CacheFolderOptions) {
    this.#options = options;
  }

  /** Returns the unchecked content of `key`, a name without path; undefined if none can be read. Never rejects. */
  async read(key: string): Promise<unknown> {
    const { folder, what, log } = this.#options;
    if (folder === undefined) return undefined;
    const file = fileOf(folder, key);
    try {
      return await readJsonBounded(file, MOST_BYTES);
    } catch (error) {
      if (!isMissing(error)) log(`${what} in ${file} are unreadable and asked for again: ${String(error)}`);
      return undefined;
    }
  }

  /** Returns the keys of at most as many files as are kept. Never rejects. */
  async keys(): Promise<readonly string[]> {
    const { folder, mostFiles = MOST_FILES } = this.#options;
    if (folder === undefined) return [];
    const names = await readdir(folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .slice(0, mostFiles)
      .map((name) => name.slice(0, -'.json'.length));
  }

  /** Starts to write. Writes of the same key happen in order. `text` returns JSON. */
  write(key: string, text: () => Promise<string>): void {
    const { folder, what, log } = this.#options;
    if (folder === undefined) return;
    const before = this.#writing.get(key) ?? Promise.resolve();
    const writing = before
      .then(async () => {
        const json = await text();
        const bytes = Buffer.byteLength(json);
        if (bytes <= MOST_BYTES) await writeFileAtomic(fileOf(folder, key), json);
        else log(`${what} are too large to save in ${folder}: ${bytes} bytes; the limit is ${MOST_BYTES}.`);
      })
      .catch((error: unknown) => log(`${what} were not saved in ${folder}: ${String(error)}`));
    this.#writing.set(key, writing);
    this.#tidied ??= writing.then(() => this.#tidy(folder));
  }

  /** Resolves when everything is written. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#writing.values(), this.#tidied]);
  }

  /** Runs once in each process, so that the folder does not grow endlessly. */
  async #tidy(folder: string): Promise<void> {
    const { what, log, mostFiles = MOST_FILES } = this.#options;
    try {
      const files = await Promise.all((await readdir(folder)).map((name) => withAge(join(folder, name))));
      const newestFirst = files.filter((file) => file !== undefined).sort((a, b) => a.ageMs - b.ageMs);
      const isDraft = ({ path }: { readonly path: string }) => path.endsWith(draftSuffix);
      const drafts = newestFirst.filter((file) => isDraft(file) && file.ageMs > DRAFT_MS);
      const tooMany = newestFirst.filter((file) => !isDraft(file)).slice(mostFiles);
      await Promise.all([...drafts, ...tooMany].map(({ path }) => rm(path, { force: true })));
    } catch (error) {
      log(`${what} in ${folder} were not cleaned up: ${String(error)}`);
    }
  }
}

function fileOf(folder: string, key: string): string {
  return join(folder, `${key}.json`);
}

/** Returns undefined if another process has removed the file meanwhile. */
async function withAge(path: string): Promise<{ readonly path: string; readonly ageMs: number } | undefined> {
  try {
    return { path, ageMs: Date.now() - (await stat(path)).mtimeMs };
  } catch {
    return undefined;
  }
}
