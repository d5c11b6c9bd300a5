// One JSON file that outlives the process: read once, written whole, in the background. What it holds can always be
// found out again, so that a file that is damaged or cannot be written costs nothing but time.
import { readFileBounded } from './readFileBounded.ts';
import { isMissing, writeFileAtomic } from './writeFileAtomic.ts';

interface CacheFileOptions {
  /** Without it nothing is read or written. */
  readonly file: string | undefined;
  /** What the file holds, for messages: `The declarations`. */
  readonly what: string;
  /** What is to be written, asked when it is; `kept`: what the file has by then, still to be guarded, where `merges`. */
  readonly content: (kept: unknown) => unknown;
  /** Whether other processes write the file, too, and what they wrote stays. */
  readonly merges?: boolean;
  readonly log: (line: string) => void;
}

/** A burst of changes is written once. */
const WRITE_DELAY_MS = 1_000;
/** Far more than thousands of tools have. */
const mostBytes = 256 * 1024 * 1024;

export class CacheFile {
  readonly #options: CacheFileOptions;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CacheFileOptions) {
    this.#options = options;
  }

  /** What a file of `{ version, tools }` holds by key, still to be guarded; empty for a file of another version. Never rejects. */
  async readTools(version: number | string): Promise<ReadonlyArray<readonly [key: string, kept: unknown]>> {
    return keptTools(await this.#read(), version);
  }

  writeSoon(): void {
    if (this.#options.file === undefined) return;
    this.#timer ??= setTimeout(() => this.#write(), WRITE_DELAY_MS).unref();
  }

  /** Writes what is not yet written. */
  async dispose(): Promise<void> {
    if (this.#timer !== undefined) this.#write();
    await this.#writing;
  }

  /** The content, still to be guarded; undefined when there is none that can be read. */
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
      .then(async () => writeFileAtomic(file, JSON.stringify(content(merges ? await this.#read() : undefined))))
      .catch((error: unknown) => log(`${what} were not saved in ${file}: ${String(error)}`));
  }
}

/** What a file of `{ version, tools }` holds by key, still to be guarded; empty for another version. */
export function keptTools(kept: unknown, version: number | string): ReadonlyArray<readonly [key: string, kept: unknown]> {
  if (typeof kept !== 'object' || kept === null || !('version' in kept) || kept.version !== version || !('tools' in kept)) return [];
  return Object.entries(kept.tools ?? {});
}
