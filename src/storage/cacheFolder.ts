// JSON files that outlive the process, one for each key, so that windows which share the folder do not undo each other's work. What
// they hold can always be found out again: a file that is damaged, too large or cannot be written costs nothing but time.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonBounded } from './readFileBounded.ts';
import { draftSuffix, isMissing, writeFileAtomic } from './writeFileAtomic.ts';

interface CacheFolderOptions {
  /** Without it nothing is read or written. */
  readonly folder: string | undefined;
  /** What the files hold, for messages: `The tools of servers`. */
  readonly what: string;
  readonly log: (line: string) => void;
  /** Of more files, those written longest ago are removed; 500 unless told. */
  readonly mostFiles?: number;
}

const MOST_FILES = 500;
/** Of one file; about ten times the largest list of tools that we know. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A draft that is older was left behind by a process that was killed. */
const DRAFT_MS = 60 * 60 * 1_000;

export class CacheFolder {
  readonly #options: CacheFolderOptions;
  /** The last write of each key. */
  readonly #writing = new Map<string, Promise<void>>();
  #tidied: Promise<void> | undefined;

  constructor(options: CacheFolderOptions) {
    this.#options = options;
  }

  /** The content of `key`, a name without path, still to be guarded; undefined when there is none that can be read. Never rejects. */
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

  /** The keys of at most as many files as are kept. Never rejects. */
  async keys(): Promise<readonly string[]> {
    const { folder, mostFiles = MOST_FILES } = this.#options;
    if (folder === undefined) return [];
    const names = await readdir(folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .slice(0, mostFiles)
      .map((name) => name.slice(0, -'.json'.length));
  }

  /** Begins to write; a later write of the same key comes after it. `text` is JSON. */
  write(key: string, text: () => Promise<string>): void {
    const { folder, what, log } = this.#options;
    if (folder === undefined) return;
    const before = this.#writing.get(key) ?? Promise.resolve();
    const writing = before
      .then(async () => this.#writeText(folder, key, await text()))
      .catch((error: unknown) => log(`${what} were not saved in ${folder}: ${String(error)}`));
    this.#writing.set(key, writing);
    this.#tidied ??= writing.then(() => this.#tidy(folder));
  }

  /** Settles when all is written. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#writing.values(), this.#tidied]);
  }

  async #writeText(folder: string, key: string, text: string): Promise<void> {
    const { what, log } = this.#options;
    const bytes = Buffer.byteLength(text);
    if (bytes <= MOST_BYTES) return writeFileAtomic(fileOf(folder, key), text);
    log(`${what} are too large to save in ${folder}: ${bytes} bytes; the limit is ${MOST_BYTES}.`);
  }

  /** Once for each process, so that the folder does not grow without end. */
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

/** undefined for a file that another process removed meanwhile. */
async function withAge(path: string): Promise<{ readonly path: string; readonly ageMs: number } | undefined> {
  try {
    return { path, ageMs: Date.now() - (await stat(path)).mtimeMs };
  } catch {
    return undefined;
  }
}
