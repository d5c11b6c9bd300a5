// `codemode.store`: small values that survive between the runs of one chat or one scratch file. In memory, bounded: the
// session that was not used for the longest is forgotten first.
import type { JsonValue } from '../catalog/json.ts';

type StoreWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

export class SessionStore {
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Map<string, string>>();
  readonly #maxCharacters: number;
  readonly #maxSessions: number;

  /** `maxCharacters`: of keys and JSON values, per session. */
  constructor(maxCharacters = 1_000_000, maxSessions = 200) {
    this.#maxCharacters = maxCharacters;
    this.#maxSessions = maxSessions;
  }

  get(session: string, key: string): JsonValue | undefined {
    const text = this.#used(session)?.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue); // written by `set`, so JSON
  }

  set(session: string, key: string, value: JsonValue): StoreWrite {
    const values = this.#used(session) ?? new Map<string, string>();
    const text = JSON.stringify(value);
    let characters = key.length + text.length;
    for (const [other, otherText] of values) if (other !== key) characters += other.length + otherText.length;
    if (characters > this.#maxCharacters) {
      return {
        ok: false,
        message: `codemode.store holds ${this.#maxCharacters} characters, not ${characters}. Delete keys, or return the value.`,
      };
    }
    values.set(key, text);
    this.#sessions.set(session, values);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > this.#maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return { ok: true };
  }

  delete(session: string, key: string): boolean {
    const values = this.#used(session);
    const isDeleted = values?.delete(key) ?? false;
    if (values?.size === 0) this.#sessions.delete(session);
    return isDeleted;
  }

  keys(session: string): readonly string[] {
    return [...(this.#used(session)?.keys() ?? [])];
  }

  /** A store of its own with the values of that session. */
  copyOf(session: string): SessionStore {
    const copy = new SessionStore(this.#maxCharacters, 1);
    const values = this.#used(session);
    if (values) copy.#sessions.set(session, new Map(values));
    return copy;
  }

  /** The session is over. */
  forget(session: string): void {
    this.#sessions.delete(session);
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
