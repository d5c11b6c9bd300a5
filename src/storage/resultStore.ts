// Keeps what a script returned when it was too large to show whole, so that a later script of the same session can
// slice it: `codemode.results.r7`. In memory, bounded, oldest dropped first.
import type { JsonValue } from '../catalog/json.ts';

interface Kept {
  readonly handle: string;
  readonly value: JsonValue;
  readonly size: number;
}

export class ResultStore {
  readonly #sessions = new Map<string, Kept[]>();
  readonly #maxCharacters: number;
  #characters = 0;
  #lastNumber = 0;

  /** `maxCharacters`: of JSON, over all sessions together. */
  constructor(maxCharacters = 32_000_000) {
    this.#maxCharacters = maxCharacters;
  }

  /** Keeps a value and gives its handle, `r1`, `r2`, …, never used twice. `size`: characters of its JSON. */
  keep(session: string, value: JsonValue, size: number): string {
    this.#lastNumber += 1;
    const handle = `r${this.#lastNumber}`;
    const kept = this.#sessions.get(session) ?? [];
    kept.push({ handle, value, size });
    this.#sessions.set(session, kept);
    this.#characters += size;
    this.#dropOldest();
    return handle;
  }

  /** The handles a session can still use, oldest first. */
  handles(session: string): readonly string[] {
    return (this.#sessions.get(session) ?? []).map((kept) => kept.handle);
  }

  get(session: string, handle: string): JsonValue | undefined {
    return this.#sessions.get(session)?.find((kept) => kept.handle === handle)?.value;
  }

  /** The session is over. */
  forget(session: string): void {
    for (const { size } of this.#sessions.get(session) ?? []) this.#characters -= size;
    this.#sessions.delete(session);
  }

  #dropOldest(): void {
    while (this.#characters > this.#maxCharacters) {
      const [session, oldest] = this.#oldest();
      if (!oldest) return;
      const rest = (this.#sessions.get(session) ?? []).filter((kept) => kept !== oldest);
      if (rest.length > 0) this.#sessions.set(session, rest);
      else this.#sessions.delete(session);
      this.#characters -= oldest.size;
    }
  }

  #oldest(): [session: string, kept: Kept | undefined] {
    let found: [string, Kept | undefined] = ['', undefined];
    for (const [session, [first]] of this.#sessions) {
      if (first && (!found[1] || number(first) < number(found[1]))) found = [session, first];
    }
    return found;
  }
}

function number(kept: Kept): number {
  return Number(kept.handle.slice(1));
}
