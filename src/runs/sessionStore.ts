// `codemode.store`: small values that survive between the runs of one chat or one scratch file. In memory, bounded.
import type { JsonValue } from '../catalog/json.ts';

export type StoreWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

export class SessionStore {
  readonly #sessions = new Map<string, Map<string, string>>();
  readonly #maxCharacters: number;

  /** `maxCharacters`: of keys and JSON values, per session. */
  constructor(maxCharacters = 1_000_000) {
    this.#maxCharacters = maxCharacters;
  }

  get(session: string, key: string): JsonValue | undefined {
    const text = this.#sessions.get(session)?.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue); // written by `set`, so JSON
  }

  set(session: string, key: string, value: JsonValue): StoreWrite {
    const values = this.#sessions.get(session) ?? new Map<string, string>();
    const text = JSON.stringify(value);
    let characters = key.length + text.length;
    for (const [other, otherText] of values) if (other !== key) characters += other.length + otherText.length;
    if (characters > this.#maxCharacters) {
      return {
        ok: false,
        message: `codemode.store holds at most ${this.#maxCharacters} characters; this would make it ${characters}. Delete keys first, or return the value.`,
      };
    }
    values.set(key, text);
    this.#sessions.set(session, values);
    return { ok: true };
  }

  delete(session: string, key: string): boolean {
    return this.#sessions.get(session)?.delete(key) ?? false;
  }

  keys(session: string): readonly string[] {
    return [...(this.#sessions.get(session)?.keys() ?? [])];
  }
}
