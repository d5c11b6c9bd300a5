// One JSON file of data about tools that survives the process: read once, and written as a whole in the background.
// The content can always be recomputed, so a damaged or unwritable file costs only time.
import { isJsonObject } from '../json.ts';
import { readFileBounded } from './readFileBounded.ts';
import { isMissing, writeFileAtomic } from './writeFileAtomic.ts';

/** The unchecked tools in a file, by key. */
export type KeptTools = ReadonlyArray<readonly [key: string, tool: unknown]>;

interface CacheFileOptions {
  /** Path of the file; if undefined, nothing is read or written. */
  readonly file: string | undefined;
  /** Name of the content for log messages, such as `The declarations`. */
  readonly what: string;
  /** Version of the content; another version in the file counts as no content. */
  readonly version: number | string;
  /** Returns the tools by key, called at each write. `kept` are those in the file if `merges` is true. */
  readonly content: (kept: KeptTools) => Iterable<readonly [key: string, tool: unknown]>;
  /** True if other processes also write the file and their content must be preserved. */
  readonly merges?: boolean;
  readonly log: (line: string) => void;
}

/** Delay of a write in milliseconds, so that several changes are written once. */
const WRITE_DELAY_MS = 1_000;
/** Maximum size of the file in bytes, far more than thousands of tools need. */
const mostBytes = 256 * 1024 * 1024;

export class CacheFile {
  readonly #options: CacheFileOptions;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CacheFileOptions) {
    this.#options = options;
  }

  /** Returns the tools in the file; none if it cannot be read. Never rejects. */
  async readTools(): Promise<KeptTools> {
    const { file, what, version, log } = this.#options;
    if (file === undefined) return [];
    try {
      const kept: unknown = JSON.parse((await readFileBounded(file, mostBytes)).toString());
      return isJsonObject(kept) && kept['version'] === version ? Object.entries(kept['tools'] ?? {}) : [];
    } catch (error) {
      if (!isMissing(error)) log(`${what} in ${file} were unreadable and start empty: ${String(error)}`);
      return [];
    }
  }

  writeSoon(): void {
    if (this.#options.file === undefined) return;
    this.#timer ??= setTimeout(() => this.#write(), WRITE_DELAY_MS).unref();
  }

  /** Writes pending changes. */
  async dispose(): Promise<void> {
    if (this.#timer !== undefined) this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { file, what, version, content, merges = false, log } = this.#options;
    if (file === undefined) return;
    this.#writing = this.#writing
      .then(async () => {
        const tools = Object.fromEntries(content(merges ? await this.readTools() : []));
        await writeFileAtomic(file, JSON.stringify({ version, tools }));
      })
      .catch((error: unknown) => log(`${what} were not saved in ${file}: ${String(error)}`));
  }
}
