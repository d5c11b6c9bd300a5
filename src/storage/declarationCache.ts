// Compiled declarations, kept between sessions by the hash of all that they are made from: a catalog that was seen
// before is typed at once.
import type { DeclarationStore } from '../declarations/declarations.ts';
import { charactersOf, readToolText, type ToolText } from '../declarations/toolText.ts';
import { CacheFile } from './cacheFile.ts';

interface DeclarationCacheOptions {
  /** Where declarations are kept; without it they end with the process. */
  readonly file: string | undefined;
  /** Of the code that makes declarations: what another version made is not taken. */
  readonly version: string;
  readonly log: (line: string) => void;
}

/** Characters of all declarations together; of those used longest ago, more are forgotten. */
const MOST_CHARACTERS = 4_000_000;

export class DeclarationCache implements DeclarationStore {
  readonly #version: string;
  readonly #file: CacheFile;
  readonly #kept = new Map<string, ToolText>();
  #loaded: Promise<void> | undefined;

  constructor({ file, version, log }: DeclarationCacheOptions) {
    this.#version = version;
    this.#file = new CacheFile({ file, what: 'The declarations', content: () => this.#content(), log });
  }

  /** Reads what was kept; a file that cannot be read counts as empty. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  get(key: string): ToolText | undefined {
    const text = this.#kept.get(key);
    if (!text) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, text);
    return text;
  }

  set(key: string, text: ToolText): void {
    this.#kept.set(key, text);
    this.#file.writeSoon();
  }

  /** Writes what is not yet written. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  /** Forgets those for which there is no room. The order is kept, so that the next session forgets the oldest too. */
  #content(): unknown {
    const all = [...this.#kept];
    let room = MOST_CHARACTERS;
    const first = all.findLastIndex(([, text]) => (room -= charactersOf(text)) < 0) + 1;
    for (const [key] of all.slice(0, first)) this.#kept.delete(key);
    return { version: this.#version, tools: Object.fromEntries(this.#kept) };
  }

  async #read(): Promise<void> {
    for (const [key, value] of await this.#file.readTools(this.#version)) {
      const text = readToolText(value);
      if (text && !this.#kept.has(key)) this.#kept.set(key, text);
    }
  }
}
