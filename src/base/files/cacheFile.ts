// One JSON file that survives the process: read once, and written as a whole in the background. The content can always
// be recomputed, so a damaged or unwritable file costs only time.
import { readFileBounded } from './readFileBounded.ts';
import { isMissing, writeFileAtomic } from './writeFileAtomic.ts';

interface CacheFileOptions {
  /** Path of the file; if undefined, nothing is read or written. */
  readonly file: string | undefined;
  /** Name of the content for log messages, such as `The declarations`. */
  readonly what: string;
  /** Returns the content, called at each write. `kept` is the unchecked content of the file if `merges` is true. */
  readonly content: (kept: unknown) => unknown;
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

  /**
   * Reads a file with the content `{ version, tools }` and returns the unchecked tools by key; empty for another
   * version. Never rejects.
   */
  async readTools(version: number | string): Promise<ReadonlyArray<readonly [key: string, kept: unknown]>> {
    return keptTools(await this.#read(), version);
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

  /** Returns the unchecked content; undefined if there is none that can be read. */
  async #read(): Promise<unknown> {
    const { file, what, log } = this.#options;
    if (file === undefined) return undefined;
    try {
      return JSON.parse((await readFileBounded(file, mostBytes)).toString()) as unknown;
    } catch (error) {
      if (!isMissing(error)) log(`${what} in ${file} were unreadable and start empty: ${String(error)}`);
      return undefined;
    }
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { file, what, content, merges = false, log } = this.#options;
    if (file === undefined) return;
    this.#writing = this.#writing
      .then(async () =>
        writeFileAtomic(file, JSON.stringify(content(merges ? await this.#read() : undefined))),
      )
      .catch((error: unknown) => log(`${what} were not saved in ${file}: ${String(error)}`));
  }
}

/** Returns the unchecked tools by key of the content `{ version, tools }`; empty for another version. */
export function keptTools(
  kept: unknown,
  version: number | string,
): ReadonlyArray<readonly [key: string, kept: unknown]> {
  if (
    typeof kept !== 'object' ||
    kept === null ||
    !('version' in kept) ||
    kept.version !== version ||
    !('tools' in kept)
  )
    return [];
  return Object.entries(kept.tools ?? {});
}
