// `codemode.store`: small values that survive between the runs of one chat or one scratch file. In memory, bounded: the session that was
// not used for the longest is dropped first. What has files outlives the process.
import { isJsonObject, type JsonValue } from '../catalog/json.ts';
import type { SessionFiles } from './sessionFiles.ts';
import { setNewest } from '../catalog/setNewest.ts';
import { parseExact, stringifyExact } from '../text/exactJson.ts';

type StoreWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

interface SessionStoreOptions {
  /** Of keys and JSON values, per session. */
  readonly maxCharacters?: number;
  readonly maxSessions?: number;
  readonly files?: SessionFiles;
}

const part = 'store';
const format = 1;

export class SessionStore {
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Map<string, string>>();
  readonly #maxCharacters: number;
  readonly #maxSessions: number;
  readonly #files: SessionFiles | undefined;

  constructor({ maxCharacters = 1_000_000, maxSessions = 200, files }: SessionStoreOptions = {}) {
    this.#maxCharacters = maxCharacters;
    this.#maxSessions = maxSessions;
    this.#files = files;
  }

  /** Reads what an earlier process left, if that is not yet known. Never rejects. */
  async load(session: string): Promise<void> {
    if (!this.#files?.keeps(session) || this.#sessions.has(session)) return;
    const saved = savedValues(await this.#files.read(session, part), this.#maxCharacters);
    if (!this.#sessions.has(session) && saved.size > 0) setNewest(this.#sessions, session, saved, this.#maxSessions);
  }

  get(session: string, key: string): JsonValue | undefined {
    const text = this.#used(session)?.get(key);
    return text === undefined ? undefined : (parseExact(text) as JsonValue); // written by `set`, so JSON
  }

  set(session: string, key: string, value: JsonValue): StoreWrite {
    const values = this.#used(session) ?? new Map<string, string>();
    const text = stringifyExact(value);
    let characters = key.length + text.length;
    for (const [other, otherText] of values) if (other !== key) characters += other.length + otherText.length;
    if (characters > this.#maxCharacters) {
      return {
        ok: false,
        message: `codemode.store holds ${this.#maxCharacters} characters, not ${characters}. Delete keys, or return the value.`,
      };
    }
    values.set(key, text);
    setNewest(this.#sessions, session, values, this.#maxSessions);
    this.#files?.writeSoon(session, part, () => savedText(values));
    return { ok: true };
  }

  delete(session: string, key: string): boolean {
    const values = this.#used(session);
    const isDeleted = values?.delete(key) ?? false;
    if (values?.size === 0) {
      this.#sessions.delete(session);
      this.#files?.remove(session, part);
    } else if (values && isDeleted) this.#files?.writeSoon(session, part, () => savedText(values));
    return isDeleted;
  }

  keys(session: string): readonly string[] {
    return [...(this.#used(session)?.keys() ?? [])];
  }

  /** A store of its own with the values of that session. */
  copyOf(session: string): SessionStore {
    const copy = new SessionStore({ maxCharacters: this.#maxCharacters, maxSessions: 1 });
    const values = this.#used(session);
    if (values) copy.#sessions.set(session, new Map(values));
    return copy;
  }

  /** The session is over. */
  forget(session: string): void {
    this.#sessions.delete(session);
    this.#files?.remove(session, part);
  }

  /** Of all sessions, in memory. */
  clear(): void {
    this.#sessions.clear();
  }

  /** The values of a session, which becomes the last that was used. */
  #used(session: string): Map<string, string> | undefined {
    const values = this.#sessions.get(session);
    if (!values) return undefined;
    this.#sessions.delete(session);
    this.#sessions.set(session, values);
    return values;
  }
}

/** Each value is JSON already. */
function savedText(values: ReadonlyMap<string, string>): string {
  return `{"format":${format},"values":{${[...values].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}}`;
}

/** None of a file that is not ours, or too large. */
function savedValues(saved: unknown, maxCharacters: number): Map<string, string> {
  const none = new Map<string, string>();
  if (typeof saved !== 'object' || saved === null || Reflect.get(saved, 'format') !== format) return none;
  const read = Reflect.get(saved, 'values') as JsonValue | undefined; // of JSON
  if (!isJsonObject(read)) return none;
  const values = new Map(Object.entries(read).map(([key, value]) => [key, stringifyExact(value)]));
  const characters = [...values].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  return characters > maxCharacters ? none : values;
}
