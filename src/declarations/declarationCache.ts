// Compiled declarations, kept between sessions by the hash of their sources, so that types are there at once.
import { CacheFile } from '../base/files/cacheFile.ts';
import { charactersOf, isToolText, type ToolText } from './toolText.ts';

interface DeclarationCacheOptions {
  /** Path of the file; if undefined, declarations end with the process. */
  readonly file: string | undefined;
  /** Version of the code that generates declarations. Declarations of another version are ignored. */
  readonly version: string;
  readonly log: (line: string) => void;
}

/** Maximum number of characters of all declarations. The least recently used are removed. */
const MOST_CHARACTERS = 4_000_000;

export class DeclarationCache {
  readonly #file: CacheFile;
  readonly #kept = new Map<string, ToolText>();
  #loaded: Promise<void> | undefined;

  constructor({ file, version, log }: DeclarationCacheOptions) {
    this.#file = new CacheFile({
      file,
      what: 'The declarations',
      version,
      content: () => this.#content(),
      log,
    });
  }

  /** Reads the stored declarations. An unreadable file counts as empty. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  /** `key` is a hash of all data from which the declaration is made. Call `load` before. */
  get(key: string): ToolText | undefined {
    const text = this.#kept.get(key);
    if (!text) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, text);
    return text;
  }

  /** Stores a declaration soon, but not at once. */
  set(key: string, text: ToolText): void {
    this.#kept.set(key, text);
    this.#file.writeSoon();
  }

  /** Writes pending changes. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  /**
   * Returns the content, after removing declarations beyond the maximum. The order of use is preserved, so that the
   * next session also removes the least recently used first.
   */
  #content(): ReadonlyMap<string, ToolText> {
    const all = [...this.#kept];
    let room = MOST_CHARACTERS;
    const first = all.findLastIndex(([, text]) => (room -= charactersOf(text)) < 0) + 1;
    for (const [key] of all.slice(0, first)) this.#kept.delete(key);
    return this.#kept;
  }

  async #read(): Promise<void> {
    for (const [key, value] of await this.#file.readTools()) {
      if (isToolText(value) && !this.#kept.has(key)) this.#kept.set(key, value);
    }
  }
}
