// What scripts leave to later runs of the same chat, file or named session, as files of the workspace: written in the background, whole or not
// at all, and bounded in size, number and age. Unlike a cache it cannot be found out again, so that what fails is said.
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { exceededJsonLimit } from '../base/jsonLimits.ts';
import { makePrivateFolder } from './privateFolder.ts';
import { readJsonBounded } from './readFileBounded.ts';
import { isMissing, writeFileAtomic } from './writeFileAtomic.ts';
import { parseExact } from '../base/exactJson.ts';

export interface SessionFilesOptions {
  readonly folder: string;
  /** Of which sessions something is kept. */
  readonly keeps: (session: string) => boolean;
  /** Takes one line. */
  readonly log: (line: string) => void;
  readonly limits?: Partial<typeof defaultLimits>;
}

/** How long what a session stored is kept after the last write. */
export const storedForMs = 30 * 24 * 60 * 60 * 1_000;
const defaultLimits = { fileBytes: 4 * 1024 * 1024, files: 400, bytes: 200 * 1024 * 1024, ageMs: storedForMs };
/** A burst of changes is written once. */
const writeDelayMs = 250;
const writesBetweenTidying = 100;
/** Of a session, at the beginning of its files' names. */
const hashDigits = 32;

export class SessionFiles {
  readonly #options: SessionFilesOptions;
  readonly #limits: typeof defaultLimits;
  /** By file: what is to be written of it. */
  readonly #unwritten = new Map<string, () => string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #writes = 0;

  /** Reads and writes nothing. */
  constructor(options: SessionFilesOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  keeps(session: string): boolean {
    return this.#options.keeps(session);
  }

  /** JSON, still to be guarded; undefined where there is none that can be read. `part`: letters and digits. Never rejects. */
  async read(session: string, part: string): Promise<unknown> {
    if (!this.keeps(session)) return undefined;
    const file = this.#fileOf(session, part);
    const unwritten = this.#unwritten.get(file);
    if (unwritten) return parseExact(unwritten());
    await this.#writing;
    try {
      return await readJsonBounded(file, this.#limits.fileBytes);
    } catch (error) {
      if (!isMissing(error)) this.#options.log(`What scripts stored in ${file} is unreadable and left out: ${String(error)}`);
      return undefined;
    }
  }

  /** `text`: JSON, asked when it is written. */
  writeSoon(session: string, part: string, text: () => string): void {
    if (!this.keeps(session)) return;
    this.#unwritten.set(this.#fileOf(session, part), text);
    this.#timer ??= setTimeout(() => this.#write(), writeDelayMs).unref();
  }

  /** In the background. */
  remove(session: string, part: string): void {
    if (!this.keeps(session)) return;
    const file = this.#fileOf(session, part);
    this.#unwritten.delete(file);
    this.#after(() => rm(file, { force: true }));
  }

  /** Deletes everything. Resolves to how many sessions there were. */
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

  /** Writes what is not yet written. */
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
        // What could not be read again is not written.
        if (Buffer.byteLength(text) > this.#limits.fileBytes || exceededJsonLimit(text) !== undefined) await rm(file, { force: true });
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
    const files = await Promise.all((await this.#files()).map(withState));
    const { files: most, bytes, ageMs } = this.#limits;
    let size = 0;
    const over = files
      .filter((file) => file !== undefined)
      .sort((a, b) => b.writtenAt - a.writtenAt)
      .filter((file, index) => (size += file.size) > bytes || index >= most || Date.now() - file.writtenAt > ageMs);
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

/** Stands for a session in the names of files and keys: sessions may be any text. */
export function sessionHash(session: string): string {
  return createHash('sha256').update(session).digest('hex').slice(0, hashDigits);
}

/** undefined for a file that another process removed meanwhile. */
async function withState(path: string): Promise<{ readonly path: string; readonly size: number; readonly writtenAt: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, size, writtenAt: mtimeMs };
  } catch {
    return undefined;
  }
}
