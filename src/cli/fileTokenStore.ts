// Stores the terminal's sign-ins: a file each, which only its owner can read, so that two commands can write at the same moment, and none
// waits for another that was killed. A file that others can read is not used: its content may no longer be secret
// (docs/decisions/0018-sign-in.md).
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredText, TokenStore } from '../mcp/auth/tokenStore.ts';
import { openFile, readOpened } from '../storage/readFileBounded.ts';
import { isMissing, writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { UsageError } from './exitCode.ts';
import { homedir } from 'node:os';
import { applicationData } from '../mcp/definitions/definitionPlaces.ts';

const ownerOnly = 0o600;
const folderOfOwner = 0o700;
const ending = '.json';
/** Size of one sign-in: a hundred times as much as its tokens have. */
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
    return reading.ok ? { ok: true, text: Object.hasOwn(reading.texts, key) ? reading.texts[key] : undefined } : reading;
  }

  /** Never readable by others, not even for a moment. */
  async set(key: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: folderOfOwner });
    await writeFileAtomic(this.#fileOf(key), JSON.stringify({ [key]: text }));
  }

  async delete(key: string): Promise<void> {
    const file = nameOf(key);
    // With the drafts of commands that were killed.
    for (const name of await this.#names()) if (name.startsWith(file)) await rm(join(this.#folder, name), { force: true });
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

/** None when there is no file. */
async function readTexts(file: string): Promise<Reading> {
  try {
    // A link could lead to a file of another user.
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

/** Windows has no such permissions: there the folder of the user is only theirs. */
function refusalOf(mode: number, uid: number): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return 'the file belongs to another user. Delete it and sign in again.';
  const wider = mode & 0o777 & ~ownerOnly;
  return wider === 0 ? undefined : 'others can read the file. Delete it and sign in again, or, if unread, run chmod 600 on it.';
}

/** Only the entries that are texts. */
function textsOf(value: unknown): Texts {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A key holds an address, which is no name for a file. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Beside the settings of other programs. */
export function signInFolder(): string {
  return join(applicationData({ env: process.env, home: homedir(), platform: process.platform }), 'code-mode', 'sign-ins');
}
