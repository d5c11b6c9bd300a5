// Implements `codemode.store`: small values that are kept between the runs of one chat or one scratch file. The memory
// is bounded, and the least recently used session is dropped first. Values with a file survive the process.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { SessionFiles } from './sessionFiles.ts';
import { setNewest } from '../../base/setNewest.ts';
import { savedOrigins, unknownOrigin, type ValueOrigin, type ValueWithOrigins } from './valueOrigins.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';

type Awaitable<T> = T | Promise<T>;
export type StoreWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** `codemode.store` of all sessions, of one or of several processes. A shared store rejects with `SharedStateError`. */
export interface SessionStore {
  /** Called at the start of a run, before the run reads a value. */
  load(session: string): Promise<void>;
  /** Returns undefined if the key has no value. */
  read(session: string, key: string): Awaitable<ValueWithOrigins | undefined>;
  /** Returns the keys, and the tools whose results the values may contain. */
  list(
    session: string,
  ): Awaitable<{ readonly keys: readonly string[]; readonly origins: readonly ValueOrigin[] }>;
  set(session: string, key: string, value: JsonValue, origins: readonly ValueOrigin[]): Awaitable<StoreWrite>;
  /** Returns true if the key had a value. */
  delete(session: string, key: string): Awaitable<boolean>;
  /** Returns a separate store in this process with the values of the session. */
  copyOf(session: string): Awaitable<SessionStore>;
  /** Called when the session is over. */
  forget(session: string): void;
}

/** Maximum number of characters of keys and JSON values in one session. */
export const mostStoredCharacters = 1_000_000;

const mostSessions = 200;

const part = 'store';
const format = 1;

interface StoredValue extends Pick<ValueWithOrigins, 'origins'> {
  /** The value as JSON. */
  readonly text: string;
}

type StoredValues = Map<string, StoredValue>;

export class LocalSessionStore implements SessionStore {
  /** Sessions in the order of their last use. */
  readonly #sessions = new Map<string, StoredValues>();
  readonly #files: SessionFiles | undefined;

  constructor(files?: SessionFiles) {
    this.#files = files;
  }

  /** Reads the values of an earlier process if the session is not in memory. Never rejects. */
  async load(session: string): Promise<void> {
    if (!this.#files?.keeps(session) || this.#sessions.has(session)) return;
    const saved = savedValues(await this.#files.read(session, part));
    if (!this.#sessions.has(session) && saved.size > 0)
      setNewest(this.#sessions, session, saved, mostSessions);
  }

  read(session: string, key: string): ValueWithOrigins | undefined {
    const stored = this.#used(session)?.get(key);
    return stored && { value: parseExact(stored.text) as JsonValue, origins: stored.origins }; // `set` wrote JSON.
  }

  list(session: string): { readonly keys: readonly string[]; readonly origins: readonly ValueOrigin[] } {
    const values = this.#used(session) ?? new Map<string, StoredValue>();
    // Values of one run share their list of origins, so there are few lists.
    const lists = new Set([...values.values()].map(({ origins }) => origins));
    return { keys: [...values.keys()], origins: [...lists].flat() };
  }

  set(session: string, key: string, value: JsonValue, origins: readonly ValueOrigin[] = []): StoreWrite {
    const values: StoredValues = this.#used(session) ?? new Map<string, StoredValue>();
    const text = stringifyExact(value);
    let characters = key.length + text.length;
    for (const [other, stored] of values) if (other !== key) characters += other.length + stored.text.length;
    if (characters > mostStoredCharacters) return { ok: false, message: storeIsFull(characters) };
    values.set(key, { text, origins });
    setNewest(this.#sessions, session, values, mostSessions);
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

  copyOf(session: string): LocalSessionStore {
    const copy = new LocalSessionStore();
    const values = this.#used(session);
    if (values) copy.#sessions.set(session, new Map(values));
    return copy;
  }

  forget(session: string): void {
    this.#sessions.delete(session);
    this.#files?.remove(session, part);
  }

  /** Removes the values of all sessions from memory. */
  clear(): void {
    this.#sessions.clear();
  }

  /** Returns the values of a session and marks the session as the most recently used. */
  #used(session: string): StoredValues | undefined {
    const values = this.#sessions.get(session);
    if (!values) return undefined;
    this.#sessions.delete(session);
    this.#sessions.set(session, values);
    return values;
  }
}

/** Returns the error for a script whose value is not stored. */
export function storeIsFull(characters: number): string {
  return `codemode.store holds ${mostStoredCharacters} characters, not ${characters}. Delete keys, or return the value.`;
}

/** Returns the content of a session's file. Values of one run share their origins, which are written once. */
function savedText(values: StoredValues): string {
  const fields = (entries: readonly (readonly [key: string, json: string])[]) =>
    `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
  const groups = [...new Set([...values.values()].map(({ origins }) => origins))];
  const group = fields([...values].map(([key, { origins }]) => [key, String(groups.indexOf(origins))]));
  const texts = fields([...values].map(([key, { text }]) => [key, text]));
  return `{"format":${format},"origins":${JSON.stringify(groups)},"group":${group},"values":${texts}}`;
}

/** Returns the values of a parsed file; empty if the file has another format or is too large. */
function savedValues(saved: unknown): StoredValues {
  const { format: form, values: read, group, origins: groups } = isJsonObject(saved) ? saved : {};
  if (form !== format || !isJsonObject(read)) return new Map<string, StoredValue>();
  const known = Array.isArray(groups) ? groups.map(savedOrigins) : [];
  const originsOf = (key: string) =>
    known[Number(isJsonObject(group) ? group[key] : undefined)] ?? [unknownOrigin];
  const values = new Map(
    Object.entries(read).map(([key, value]) => [
      key,
      { text: stringifyExact(value), origins: originsOf(key) },
    ]),
  );
  const characters = [...values].reduce((sum, [key, { text }]) => sum + key.length + text.length, 0);
  return characters > mostStoredCharacters ? new Map<string, StoredValue>() : values;
}
