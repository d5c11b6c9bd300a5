// `codemode.store`: small values that survive between the runs of one chat or one scratch file. In memory, bounded: the session that was
// not used for the longest is dropped first. What has files outlives the process.
import { isJsonObject, type JsonValue } from '../base/json.ts';
import type { SessionFiles } from './sessionFiles.ts';
import { setNewest } from '../base/setNewest.ts';
import { savedOrigins, unknownOrigin, type ValueOrigin, type ValueWithOrigins } from './valueOrigins.ts';
import { parseExact, stringifyExact } from '../base/exactJson.ts';

type Awaitable<T> = T | Promise<T>;
export type StoreWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** `codemode.store` of all sessions: in this process, or shared by several. What is shared rejects with `SharedStateError`. */
export interface SessionStore {
  /** Called as a run of the session begins, before it reads anything. */
  load(session: string): Promise<void>;
  /** Undefined where there is no value of this key. */
  read(session: string, key: string): Awaitable<ValueWithOrigins | undefined>;
  /** The keys, and the tools whose answers any of the values may hold. */
  list(session: string): Awaitable<{ readonly keys: readonly string[]; readonly origins: readonly ValueOrigin[] }>;
  set(session: string, key: string, value: JsonValue, origins: readonly ValueOrigin[]): Awaitable<StoreWrite>;
  /** True if there was a value of this key. */
  delete(session: string, key: string): Awaitable<boolean>;
  /** A store of its own in this process, with the values of that session. */
  copyOf(session: string): Awaitable<SessionStore>;
  /** The session is over. */
  forget(session: string): void;
}

/** Characters of keys and JSON values, per session. */
export const mostStoredCharacters = 1_000_000;

interface LocalSessionStoreOptions {
  /** Of keys and JSON values, per session. */
  readonly maxCharacters?: number;
  readonly maxSessions?: number;
  readonly files?: SessionFiles;
}

const part = 'store';
const format = 1;

interface StoredValue {
  /** JSON */
  readonly text: string;
  /** The tools whose answers the value may hold. */
  readonly origins: readonly ValueOrigin[];
}

type StoredValues = Map<string, StoredValue>;

export class LocalSessionStore implements SessionStore {
  /** In the order of their last use. */
  readonly #sessions = new Map<string, StoredValues>();
  readonly #maxCharacters: number;
  readonly #maxSessions: number;
  readonly #files: SessionFiles | undefined;

  constructor({ maxCharacters = mostStoredCharacters, maxSessions = 200, files }: LocalSessionStoreOptions = {}) {
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

  read(session: string, key: string): ValueWithOrigins | undefined {
    const stored = this.#used(session)?.get(key);
    return stored && { value: parseExact(stored.text) as JsonValue, origins: stored.origins }; // written by `set`, so JSON
  }

  list(session: string): { readonly keys: readonly string[]; readonly origins: readonly ValueOrigin[] } {
    const values = this.#used(session) ?? new Map<string, StoredValue>();
    // Values of one run share their list, so few lists are gone through.
    const lists = new Set([...values.values()].map(({ origins }) => origins));
    return { keys: [...values.keys()], origins: [...lists].flat() };
  }

  set(session: string, key: string, value: JsonValue, origins: readonly ValueOrigin[] = []): StoreWrite {
    const values: StoredValues = this.#used(session) ?? new Map<string, StoredValue>();
    const text = stringifyExact(value);
    let characters = key.length + text.length;
    for (const [other, stored] of values) if (other !== key) characters += other.length + stored.text.length;
    if (characters > this.#maxCharacters) {
      return { ok: false, message: storeIsFull(this.#maxCharacters, characters) };
    }
    values.set(key, { text, origins });
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

  /** A store of its own with the values of that session. */
  copyOf(session: string): LocalSessionStore {
    const copy = new LocalSessionStore({ maxCharacters: this.#maxCharacters, maxSessions: 1 });
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
  #used(session: string): StoredValues | undefined {
    const values = this.#sessions.get(session);
    if (!values) return undefined;
    this.#sessions.delete(session);
    this.#sessions.set(session, values);
    return values;
  }
}

/** The error that a script gets if its value is not stored. */
export function storeIsFull(maxCharacters: number, characters: number): string {
  return `codemode.store holds ${maxCharacters} characters, not ${characters}. Delete keys, or return the value.`;
}

/** The text of a session's file. Values of one run share their origins, which are written once. */
function savedText(values: StoredValues): string {
  const fields = (entries: readonly (readonly [key: string, json: string])[]) =>
    `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
  const groups = [...new Set([...values.values()].map(({ origins }) => origins))];
  const group = fields([...values].map(([key, { origins }]) => [key, String(groups.indexOf(origins))]));
  const texts = fields([...values].map(([key, { text }]) => [key, text]));
  return `{"format":${format},"origins":${JSON.stringify(groups)},"group":${group},"values":${texts}}`;
}

/** The values of a parsed file; none where the file is not ours or too large. */
function savedValues(saved: unknown, maxCharacters: number): StoredValues {
  const none: StoredValues = new Map<string, StoredValue>();
  if (typeof saved !== 'object' || saved === null || Reflect.get(saved, 'format') !== format) return none;
  const [read, group, groups] = ['values', 'group', 'origins'].map((name) => Reflect.get(saved, name) as JsonValue | undefined); // of JSON
  if (!isJsonObject(read)) return none;
  const known = Array.isArray(groups) ? groups.map(savedOrigins) : [];
  const originsOf = (key: string) => known[Number(isJsonObject(group) ? group[key] : undefined)] ?? [unknownOrigin];
  const values = new Map(Object.entries(read).map(([key, value]) => [key, { text: stringifyExact(value), origins: originsOf(key) }]));
  const characters = [...values].reduce((sum, [key, { text }]) => sum + key.length + text.length, 0);
  return characters > maxCharacters ? none : values;
}
