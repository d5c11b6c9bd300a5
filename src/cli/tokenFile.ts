// Where the terminal keeps sign-ins: one file that only its owner can read, in the folder for settings. A file that others
// can read is not used: what it holds may no longer be a secret (docs/decisions/0018-sign-in.md).
import { constants } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredText, TokenStore } from '../mcp/auth/tokenStore.ts';
import { UsageError } from './exitCode.ts';

const ownerOnly = 0o600;
const folderOfOwner = 0o700;

type Texts = Readonly<Record<string, string>>;
type Reading = { readonly ok: true; readonly texts: Texts } | { readonly ok: false; readonly error: string };

export class TokenFile implements TokenStore {
  readonly #file: string;
  /** One change at a time: each is of the whole file. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  async get(key: string): Promise<StoredText> {
    const reading = await this.#read();
    return reading.ok ? { ok: true, text: Object.hasOwn(reading.texts, key) ? reading.texts[key] : undefined } : reading;
  }

  set(key: string, text: string): Promise<void> {
    return this.#change((texts) => ({ ...texts, [key]: text }));
  }

  delete(key: string): Promise<void> {
    return this.#change((texts) => Object.fromEntries(Object.entries(texts).filter(([other]) => other !== key)));
  }

  async keys(): Promise<readonly string[]> {
    return Object.keys(await this.#texts());
  }

  #change(change: (texts: Texts) => Texts): Promise<void> {
    const changed = this.#changing.then(async () => this.#write(change(await this.#texts())));
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  async #texts(): Promise<Texts> {
    const reading = await this.#read();
    if (!reading.ok) throw new UsageError(reading.error);
    return reading.texts;
  }

  async #read(): Promise<Reading> {
    try {
      // A link could lead to a file that is somebody else's.
      await using handle = await open(this.#file, constants.O_RDONLY | constants.O_NOFOLLOW);
      const { mode, uid } = await handle.stat();
      const refusal = refusalOf(mode, uid);
      if (refusal !== undefined) return { ok: false, error: `the sign-ins in ${this.#file} are not used: ${refusal}` };
      return { ok: true, texts: textsOf(JSON.parse(await handle.readFile('utf8'))) };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { ok: true, texts: {} };
      const why = error instanceof SyntaxError ? 'it is not JSON' : String(error);
      return { ok: false, error: `the sign-ins in ${this.#file} cannot be read: ${why}. Delete the file and sign in again.` };
    }
  }

  async #write(texts: Texts): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: folderOfOwner });
    // Whole or not at all, and never readable by others, not even for a moment.
    const draft = `${this.#file}.${process.pid}`;
    await writeFile(draft, JSON.stringify(texts), { mode: ownerOnly });
    await rename(draft, this.#file);
  }
}

/** Windows has no such permissions: there the folder of the user is only theirs. */
function refusalOf(mode: number, uid: number): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return 'the file belongs to another user. Delete it and sign in again.';
  const wider = mode & 0o777 & ~ownerOnly;
  return wider === 0 ? undefined : 'others can read the file. Delete it and sign in again, or run chmod 600 on it if nobody has.';
}

/** What is no text is left out. */
function textsOf(value: unknown): Texts {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
