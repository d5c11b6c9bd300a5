// Stores data of scripts for later runs of the same chat, file or named session, in files of the workspace. The files
// are written in the background and atomically, and their size, number and age are bounded. Unlike a cache, the data
// cannot be recomputed, so failures are logged.
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makePrivateFolder } from '../../base/files/privateFolder.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { isMissing, writeFileAtomic } from '../../base/files/writeFileAtomic.ts';
import { parseExact } from '../../base/exactJson.ts';

export interface SessionFilesOptions {
  readonly folder: string;
  /** True if the data of this session is stored. */
  readonly keeps: (session: string) => boolean;
  /** Called with a single line. */
  readonly log: (line: string) => void;
  readonly limits?: Partial<typeof defaultLimits>;
}

/** Time in milliseconds for which the data of a session is kept after the last write. */
export const storedForMs = 30 * 24 * 60 * 60 * 1_000;
const defaultLimits = {
  fileBytes: 4 * 1024 * 1024,
  files: 400,
  bytes: 200 * 1024 * 1024,
  ageMs: storedForMs,
};
/** Delay of a write in milliseconds, so that several changes are written once. */
const writeDelayMs = 250;
const writesBetweenTidying = 100;
/** Number of hash digits that identify a session at the beginning of a file name. */
const hashDigits = 32;

export class SessionFiles {
  readonly #options: SessionFilesOptions;
  readonly #limits: typeof defaultLimits;
  /** Pending content by file. */
  readonly #unwritten = new Map<string, () => string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #writes = 0;

  /** The constructor neither reads nor writes. */
  constructor(options: SessionFilesOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  keeps(session: string): boolean {
    return this.#options.keeps(session);
  }

  /** Returns unchecked JSON, if any can be read. `part` consists of letters and digits. Never rejects. */
  async read(session: string, part: string): Promise<unknown> {
    if (!this.keeps(session)) return undefined;
    const file = this.#fileOf(session, part);
    const unwritten = this.#unwritten.get(file);
    if (unwritten) return parseExact(unwritten());
    await this.#writing;
    try {
      return parseExact((await readFileBounded(file, this.#limits.fileBytes)).toString());
    } catch (error) {
      if (!isMissing(error))
        this.#options.log(`What scripts stored in ${file} is unreadable and left out: ${String(error)}`);
      return undefined;
    }
  }

  /** `text` returns JSON and is called when the file is written. */
  writeSoon(session: string, part: string, text: () => string): void {
    if (!this.keeps(session)) return;
    this.#unwritten.set(this.#fileOf(session, part), text);
    this.#timer ??= setTimeout(() => this.#write(), writeDelayMs).unref();
  }

  /** Removes the file in the background. */
  remove(session: string, part: string): void {
    if (!this.keeps(session)) return;
    const file = this.#fileOf(session, part);
    this.#unwritten.delete(file);
    this.#after(() => rm(file, { force: true }));
  }

  /** Deletes all files. Resolves to the number of sessions that had files. */
  async clear(): Promise<number> {
    this.#unwritten.clear();
    let sessions = 0;
    this.#after(async () => {
      const files = await this.#files();
      sessions = new Set(files.map((file) => basename(file).slice(0, hashDigits))).size;
      await Promise.all(files.map((file) => rm(file, { force: true })));
    });
    await this.#writing;
    return sessions;
  }

  /** Writes pending changes. */
  async dispose(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = [...this.#unwritten];
    this.#unwritten.clear();
    if (batch.length === 0) return;
    this.#after(async () => {
      await makePrivateFolder(this.#options.folder);
      for (const [file, textOf] of batch) {
        const text = textOf();
        // A text that is too large to be read again is not written.
        if (Buffer.byteLength(text) > this.#limits.fileBytes) await rm(file, { force: true });
        else await writeFileAtomic(file, text);
      }
      if (this.#writes % writesBetweenTidying === 0) await this.#tidy();
      this.#writes += 1;
    });
  }

  #after(work: () => Promise<void>): void {
    const { folder, log } = this.#options;
    this.#writing = this.#writing
      .then(work)
      .catch((error: unknown) => log(`What scripts stored was not saved in ${folder}: ${String(error)}`));
  }

  async #tidy(): Promise<void> {
    const states = (await this.#files()).map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    });
    // Another process may have removed a file meanwhile.
    const files = (await Promise.allSettled(states)).flatMap((state) =>
      state.status === 'fulfilled' ? state.value : [],
    );
    const { files: most, bytes, ageMs } = this.#limits;
    let size = 0;
    const over = files
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .filter(
        (file, index) => (size += file.size) > bytes || index >= most || Date.now() - file.mtimeMs > ageMs,
      );
    await Promise.all(over.map(({ path }) => rm(path, { force: true })));
  }

  async #files(): Promise<readonly string[]> {
    const { folder } = this.#options;
    return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
  }

  #fileOf(session: string, part: string): string {
    return join(this.#options.folder, `${sessionHash(session)}-${part}.json`);
  }
}

/** Returns an identifier of a session for names of files and keys, because a session may be any text. */
export function sessionHash(session: string): string {
  return createHash('sha256').update(session).digest('hex').slice(0, hashDigits);
}
