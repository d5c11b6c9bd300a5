// Stores the terminal's sign-ins, each in a file of its own that only its owner can read. Separate files let two
// commands write at the same time, and no command waits for a lock of a killed one. A file that others can read is not
// used, because its content may no longer be secret (docs/decisions/0018-sign-in.md).
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationData } from '../mcp/definitions/index.ts';
import type { StoredText, TokenStore } from '../mcp/auth/index.ts';
import { openFile, readOpened } from '../base/files/readFileBounded.ts';
import { isMissing, writeFileAtomic } from '../base/files/writeFileAtomic.ts';
import { UsageError } from './exitCode.ts';
import { homedir } from 'node:os';

const ownerOnly = 0o600;
const folderOfOwner = 0o700;
const ending = '.json';
/** Maximum size of one sign-in in bytes, about a hundred times the size of its tokens. */
const mostBytes = 1024 * 1024;

type Texts = Readonly<Record<string, string>>;
type Reading = { readonly ok: true; readonly texts: Texts } | { readonly ok: false; readonly error: string };

export class FileTokenStore implements TokenStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(key: string): Promise<StoredText> {
    const reading = await readTexts(this.#fileOf(key));
    return reading.ok
      ? { ok: true, text: Object.hasOwn(reading.texts, key) ? reading.texts[key] : undefined }
      : reading;
  }

  /** Stores a sign-in. The file is at no moment readable for others. */
  async set(key: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: folderOfOwner });
    await writeFileAtomic(this.#fileOf(key), JSON.stringify({ [key]: text }));
  }

  async delete(key: string): Promise<void> {
    const file = nameOf(key);
    // Temporary files of commands that were killed are deleted too.
    for (const name of await this.#names())
      if (name.startsWith(file)) await rm(join(this.#folder, name), { force: true });
  }

  async keys(): Promise<readonly string[]> {
    const names = (await this.#names()).filter((name) => name.endsWith(ending));
    const all = await Promise.all(names.map((name) => readTexts(join(this.#folder, name))));
    return all.flatMap((reading) => {
      if (!reading.ok) throw new UsageError(reading.error);
      return Object.keys(reading.texts);
    });
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${nameOf(key)}${ending}`);
  }
}

/** Reads a file of sign-ins; empty if the file does not exist. */
async function readTexts(file: string): Promise<Reading> {
  try {
    // Links are not followed, because a link could lead to a file of another user.
    const opened = await openFile(file, constants.O_NOFOLLOW);
    await using handle = opened.handle;
    const { mode, uid } = await handle.stat();
    const refusal = refusalOf(mode, uid);
    if (refusal !== undefined) return { ok: false, error: `sign-ins in ${file} ignored: ${refusal}` };
    return { ok: true, texts: textsOf(JSON.parse((await readOpened(opened, mostBytes)).toString())) };
  } catch (error) {
    if (isMissing(error)) return { ok: true, texts: {} };
    const why = error instanceof SyntaxError ? 'not JSON' : String(error);
    return { ok: false, error: `sign-ins in ${file} unreadable: ${why}. Delete the file and sign in again.` };
  }
}

/**
 * Returns the reason for which a file is not used. Windows has no such permissions; the user's folder is private there.
 */
function refusalOf(mode: number, uid: number): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return 'the file belongs to another user. Delete it and sign in again.';
  const wider = mode & 0o777 & ~ownerOnly;
  return wider === 0
    ? undefined
    : 'others can read the file. Delete it and sign in again, or, if unread, run chmod 600 on it.';
}

/** Returns the entries whose values are strings. */
function textsOf(value: unknown): Texts {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns a file name for a key. The key contains a URL, which is not a valid file name. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Returns the folder of the sign-ins, beside the settings of other programs. */
export function signInFolder(): string {
  return join(
    applicationData({ env: process.env, home: homedir(), platform: process.platform }),
    'code-mode',
    'sign-ins',
  );
}
